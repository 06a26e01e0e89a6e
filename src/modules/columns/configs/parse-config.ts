import type { z } from 'zod';
import { type ConfigContext, ConfigRefused } from '../column-type';

/**
 * Reads a config by its schema, which must refuse unknown keys. A key that is absent keeps its value of
 * before (an update of the decimals of a currency column must not fall back to the default currency); a key
 * that is null, and a config that is null, return to the default. Throws ConfigRefused at the first refused
 * path.
 */
export function parseConfig<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  context: ConfigContext,
): z.output<Schema> {
  const given = input ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) throw new ConfigRefused('', 'Must be an object');
  const before = input === null ? {} : context.previous;
  const merged = Object.entries({ ...before, ...given }).filter(([, value]) => value !== null);
  // fromEntries defines its keys, so that a "__proto__" key stays an unknown key and is refused as one.
  const result = schema.safeParse(Object.fromEntries(merged));
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  if (issue.code === 'unrecognized_keys') {
    throw new ConfigRefused([...issue.path, issue.keys[0]!].join('.'), 'Unknown key');
  }
  throw new ConfigRefused(issue.path.join('.'), issue.message);
}
