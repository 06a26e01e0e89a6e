import { z } from 'zod';
import * as schema from '../../rpc/schema';
import { typedPassword } from '../accounts';
import { PROVIDER_NAMES } from './provider';

const provider = z.enum(PROVIDER_NAMES);

const identity = z.object({
  provider,
  /** The provider's display name. */
  name: z.string(),
  /** Whether the provider is configured on this installation. */
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
