import { z } from 'zod';
import { SIGN_IN_METHODS } from '../../../access/principal';
import { BOARD_PERMISSIONS, WORKSPACE_ROLES } from '../../../access/role';
import { SCOPES } from '../../../access/scope';
import * as schema from '../../../rpc/schema';
import { peopleGroupId } from '../../hierarchy';
import { member } from '../members.schemas';

/** The maximum length of each list; `counts` has the number of all its records. */
export const DETAILS_MAX = 200;

const workspace = z.object({
  workspaceId: schema.id('workspace'),
  name: z.string(),
  role: z.enum(WORKSPACE_ROLES),
});

const group = z.object({
  groupId: peopleGroupId,
  name: z.string(),
  managedBy: z.enum(['organization', 'directory']),
});

const board = z.object({
  boardId: schema.id('board'),
  name: z.string(),
  permission: z.enum(BOARD_PERMISSIONS),
});

const token = z.object({
  id: schema.id('token'),
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  expiresAt: schema.timestamp.nullable(),
  lastUsedAt: schema.timestamp.nullable(),
  createdAt: schema.timestamp,
});

// Without address and browser: the sessions of an account are used in the user's other organizations as well.
const session = z.object({
  id: schema.id('session'),
  method: z.enum(SIGN_IN_METHODS),
  createdAt: schema.timestamp,
  lastSeenAt: schema.timestamp,
  expiresAt: schema.timestamp,
});

const method = z.object({
  type: z.enum(['password', 'provider', 'single_sign_on', 'directory']),
  // Of a provider: google, microsoft, github or oidc.
  provider: z.string().nullable(),
  lastUsedAt: schema.timestamp.nullable(),
});

export const membersGet = {
  input: z.strictObject({ userId: schema.id('user') }),
  output: member.extend({
    workspaces: z.array(workspace),
    groups: z.array(group),
    sharedBoards: z.array(board),
    tokens: z.array(token),
    sessions: z.array(session),
    counts: z.object({
      workspaces: z.int(),
      groups: z.int(),
      sharedBoards: z.int(),
      tokens: z.int(),
      sessions: z.int(),
    }),
    secondFactor: z.object({ isEnabled: z.boolean() }),
    signInMethods: z.array(method),
  }),
};

export type MemberDetails = Omit<z.output<typeof membersGet.output>, keyof z.output<typeof member>>;
