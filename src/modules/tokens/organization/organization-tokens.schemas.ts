import { z } from 'zod';
import * as schema from '../../../rpc/schema';
import { token } from '../tokens.schemas';

const organizationToken = token.extend({
  owner: z.object({
    userId: schema.id('user'),
    name: z.string(),
    email: z.string(),
    isServiceAccount: z.boolean(),
  }),
  exceedsMaxLifetime: z.boolean(),
});

export const organizationTokensList = {
  input: z.strictObject({ userId: schema.id('user').optional(), ...schema.page('token') }),
  output: z.object({ tokens: z.array(organizationToken), nextCursor: schema.nextCursor }),
};

export const organizationTokensRevoke = {
  input: z.strictObject({ id: schema.id('token') }),
  output: schema.success,
};

export type OrganizationToken = z.output<typeof organizationToken>;
export type OrganizationTokensListInput = z.output<typeof organizationTokensList.input>;
