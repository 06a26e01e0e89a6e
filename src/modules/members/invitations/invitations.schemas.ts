import { z } from 'zod';
import { ORGANIZATION_ROLES } from '../../../access/role';
import * as schema from '../../../rpc/schema';

export const INVITATION_STATUSES = ['pending', 'accepted', 'revoked', 'expired'] as const;

const WORKSPACES_MAX = 100;
const TOKEN_MAX = 200;

const invitation = z.object({
  invitationId: schema.id('invitation'),
  email: z.string(),
  role: z.enum(ORGANIZATION_ROLES),
  status: z.enum(INVITATION_STATUSES),
  expiresAt: schema.timestamp,
});

export const invitationRecord = invitation.extend({
  workspaceIds: z.array(schema.id('workspace')),
  invitedBy: schema.id('user'),
  createdAt: schema.timestamp,
  updatedAt: schema.timestamp,
});

export const membersInvite = {
  input: z.strictObject({
    email: schema.emailAddress,
    // Any role of a member; the policy decides which roles the caller can assign.
    role: z.enum(ORGANIZATION_ROLES),
    workspaceIds: z
      .array(schema.id('workspace'))
      .max(WORKSPACES_MAX, `Must name at most ${WORKSPACES_MAX} workspaces`)
      .optional(),
  }),
  output: invitation,
};

export const invitationsList = {
  input: z.strictObject({
    ...schema.page('invitation'),
    status: z.enum(INVITATION_STATUSES).optional(),
  }),
  output: z.object({ invitations: z.array(invitationRecord), nextCursor: schema.nextCursor }),
};

export const invitationsChange = {
  input: z.strictObject({ id: schema.id('invitation') }),
  output: invitationRecord,
};

export const invitationsLink = {
  input: z.strictObject({ id: schema.id('invitation') }),
  output: invitationRecord.extend({ link: schema.secret }),
};

export const invitationsAccept = {
  input: z.strictObject({ token: z.string().min(1, 'Must not be empty').max(TOKEN_MAX, 'Not a token') }),
  output: z.object({
    organizationId: schema.id('organization'),
    organizationSlug: z.string(),
    role: z.enum(ORGANIZATION_ROLES),
  }),
};

export type InvitationOutput = z.output<typeof invitation>;
export type InvitationRecord = z.output<typeof invitationRecord>;
export type InviteInput = z.output<typeof membersInvite.input>;
export type InvitationsListInput = z.output<typeof invitationsList.input>;
