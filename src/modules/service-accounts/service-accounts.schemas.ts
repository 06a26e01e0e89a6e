import { z } from 'zod';
import { ORGANIZATION_ROLES } from '../../access/role';
import * as schema from '../../rpc/schema';
import { member } from '../members';
import { tokensCreate } from '../tokens';

/** A member, without the address, which no service account has. */
const serviceAccount = member.omit({ email: true });

export const serviceAccountsList = {
  input: z.strictObject({ ...schema.page('user'), search: schema.search }),
  output: z.object({ serviceAccounts: z.array(serviceAccount), nextCursor: schema.nextCursor }),
};

export const serviceAccountsCreate = {
  // Any role of a member; the policy decides which roles the caller can assign.
  input: z.strictObject({ name: schema.name(), role: z.enum(ORGANIZATION_ROLES).default('member') }),
  output: serviceAccount,
};

export const serviceAccountsUpdate = {
  input: z.strictObject({
    id: schema.id('user'),
    name: schema.name(),
    expectedUpdatedAt: schema.expectedUpdatedAt,
  }),
  output: serviceAccount,
};

export const serviceAccountsDelete = {
  input: z.strictObject({ id: schema.id('user'), reassignTo: schema.id('user').optional() }),
  output: schema.success,
};

export const serviceAccountsCreateToken = {
  input: z.strictObject({ serviceAccountId: schema.id('user'), ...tokensCreate.input.shape }),
  output: tokensCreate.output,
};

export type ServiceAccount = z.output<typeof serviceAccount>;
export type ServiceAccountsListInput = z.output<typeof serviceAccountsList.input>;
export type ServiceAccountsCreateInput = z.output<typeof serviceAccountsCreate.input>;
export type ServiceAccountsCreateTokenInput = z.output<typeof serviceAccountsCreateToken.input>;
