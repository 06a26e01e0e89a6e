import { z } from 'zod';
import { secret } from './schema';

/** Whether an output has a field with the schema `secret`, at any depth. */
export function containsSecret(output: z.ZodType, seen = new Set<z.ZodType>()): boolean {
  if (output === secret) return true;
  if (seen.has(output)) return false;
  seen.add(output);
  return partsOf(output).some((part) => containsSecret(part, seen));
}

/** The schemas that a schema consists of: of fields, elements, options, and what it wraps. */
function partsOf(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodLazy) return [schema.unwrap() as z.ZodType];
  return Object.values(schema.def).flatMap((part: unknown) => {
    if (part instanceof z.ZodType) return [part];
    if (typeof part !== 'object' || part === null) return [];
    return Object.values(part).filter((each): each is z.ZodType => each instanceof z.ZodType);
  });
}
