import { z } from 'zod';
import { idPattern } from '../../kernel/ids';
import type { EventDefinition } from './define-event';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** JSON Schema of the payload, as the outbox stores it. */
export function payloadSchema({ payload }: EventDefinition): JsonSchema {
  return jsonSchema(payload);
}

/** JSON Schema of the data that leaves the service; null for an internal event. */
export function publicSchema({ publicData }: EventDefinition): JsonSchema | null {
  return publicData && jsonSchema(publicData);
}

/** JSON Schema (draft 2020-12) of public events as webhooks send them; `$defs` has one schema for each type. */
export function deliveredEventsSchema(definitions: readonly EventDefinition[]): JsonSchema {
  const named = z.registry<{ id: string; description: string }>();
  const events = definitions.flatMap(({ name, when, publicData }) => {
    if (publicData === null) return [];
    const event = z.object({
      id: z.string().regex(idPattern('event')),
      type: z.literal(name),
      timestamp: z.iso.datetime(),
      organization: z.object({ id: z.string().regex(idPattern('organization')), slug: z.string() }),
      data: publicData,
    });
    named.add(event, { id: name, description: when });
    return [event];
  });
  return z.toJSONSchema(z.union(events), { ...OPTIONS, metadata: named });
}

// `input`: the JSON form, before an id gets its type. A check that is a function has no form in JSON Schema.
const OPTIONS = { io: 'input', unrepresentable: 'any' } as const;

function jsonSchema(schema: z.ZodObject): JsonSchema {
  return z.toJSONSchema(schema, OPTIONS);
}
