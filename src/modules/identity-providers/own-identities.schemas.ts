import { z } from 'zod';
import * as schema from '../../rpc/schema';
import { PROVIDER_NAMES } from './provider';

const provider = z.enum(PROVIDER_NAMES);

const TYPED_MAX = 1024;
const password = z
  .string()
  .min(1, 'Must not be empty')
  .max(TYPED_MAX, `Must be at most ${TYPED_MAX} characters`);

const identity = z.object({
  provider,
  /** As people know it. */
  name: z.string(),
  /** Whether this installation has the provider set up. */
  isOffered: z.boolean(),
  createdAt: schema.timestamp,
  lastUsedAt: schema.timestamp,
  disconnectedAt: schema.timestamp.nullable(),
});

export const identitiesList = { output: z.object({ identities: z.array(identity) }) };

export const identitiesRemove = {
  input: z.strictObject({ provider, password: password.optional() }),
  output: schema.success,
};

export const identitiesRestore = identitiesRemove;
