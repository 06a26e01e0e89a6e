import { z } from 'zod';
import * as schema from '../../../rpc/schema';
import { memberReference } from '../../hierarchy';
import { token } from '../tokens.schemas';

const organizationToken = token.extend({
  owner: memberReference.extend({ email: z.string() }),
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
