import { z } from 'zod';
import * as schema from '../../rpc/schema';
import { typedPassword } from '../accounts';
import { PROVIDER_NAMES } from './provider';

const provider = z.enum(PROVIDER_NAMES);

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
  input: z.strictObject({ provider, password: typedPassword.optional() }),
  output: schema.success,
};

export const identitiesRestore = identitiesRemove;
