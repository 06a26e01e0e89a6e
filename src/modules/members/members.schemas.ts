import { z } from 'zod';
import { ORGANIZATION_ROLES } from '../../access/role';
import * as schema from '../../rpc/schema';
import { userReference } from '../hierarchy';

export const MEMBER_STATUSES = ['active', 'pending', 'deactivated'] as const;

export const member = z.object({
  ...userReference.shape,
  /** Empty for a service account. */
  email: z.string(),
  role: z.enum(ORGANIZATION_ROLES),
  status: z.enum(MEMBER_STATUSES),
  joinedAt: schema.timestamp.nullable(),
  lastActiveAt: schema.timestamp.nullable(),
  updatedAt: schema.timestamp,
});

export const membersList = {
  input: z.strictObject({
    ...schema.page('user'),
    search: schema.search,
    role: z.enum(ORGANIZATION_ROLES).optional(),
    status: z.enum(MEMBER_STATUSES).optional(),
    isServiceAccount: z.boolean().optional(),
  }),
  output: z.object({ members: z.array(member), nextCursor: schema.nextCursor }),
};

export const membersUpdateRole = {
  input: z.strictObject({
    userId: schema.id('user'),
    role: z.enum(ORGANIZATION_ROLES),
    expectedUpdatedAt: schema.expectedUpdatedAt,
  }),
  output: member,
};

/** Deactivate and reactivate. */
export const membersAccess = {
  input: z.strictObject({ userId: schema.id('user'), expectedUpdatedAt: schema.expectedUpdatedAt }),
  output: member,
};

export const membersRemove = {
  input: z.strictObject({ userId: schema.id('user'), reassignTo: schema.id('user').optional() }),
  output: schema.success,
};

export const transferOwnership = {
  input: z.strictObject({ userId: schema.id('user'), ...schema.userEvidence }),
  output: member,
};

export type TransferOwnershipInput = z.output<typeof transferOwnership.input>;
export type MemberOutput = z.output<typeof member>;
export type MembersListInput = z.output<typeof membersList.input>;
