import { z } from 'zod';
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

// `input`: the JSON form, before an id gets its type. A check that is a function has no form in JSON Schema.
function jsonSchema(schema: z.ZodObject): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
}
