import { z } from 'zod';
import { WORKSPACE_ROLES } from '../../access/role';
import * as schema from '../../rpc/schema';
import { callerAccess, memberReference } from '../hierarchy';

const visibility = z.enum(['open', 'closed']);
const role = z.enum(WORKSPACE_ROLES);

export const workspace = z.object({
  id: schema.id('workspace'),
  name: z.string(),
  description: z.string().nullable(),
  color: schema.hexColor,
  icon: z.string().nullable(),
  visibility,
  archivedAt: schema.timestamp.nullable(),
  createdAt: schema.timestamp,
  updatedAt: schema.timestamp,
});

const member = memberReference.extend({ role });

export const workspacesList = {
  input: z.strictObject({
    ...schema.page('workspace'),
    search: schema.search,
    // True lists only archived workspaces (decision 0023).
    archived: z.boolean().default(false),
  }),
  output: z.object({
    workspaces: z.array(
      workspace.extend({ projectCount: z.int(), memberCount: z.int(), access: callerAccess }),
    ),
    nextCursor: schema.nextCursor,
  }),
};

export const workspacesGet = {
  input: z.strictObject({ id: schema.id('workspace') }),
  output: workspace.extend({
    members: z.array(member),
    projects: z.array(z.object({ id: schema.id('project'), name: z.string() })),
    access: callerAccess,
  }),
};

export const workspacesCreate = {
  input: z.strictObject({
    name: schema.name(),
    description: schema.description.optional(),
    color: schema.hexColor.optional(),
    icon: schema.icon.optional(),
    visibility: visibility.default('open'),
  }),
  output: workspace,
};

export const workspacesUpdate = {
  input: z.strictObject({
    id: schema.id('workspace'),
    name: schema.name().optional(),
    description: schema.description.nullish(),
    color: schema.hexColor.optional(),
    icon: schema.icon.nullish(),
    visibility: visibility.optional(),
    expectedUpdatedAt: schema.expectedUpdatedAt,
  }),
  output: workspace,
};

export const workspacesArchive = {
  input: z.strictObject({ id: schema.id('workspace'), expectedUpdatedAt: schema.expectedUpdatedAt }),
  output: workspace,
};

export const workspacesDelete = {
  input: z.strictObject({ id: schema.id('workspace'), expectedUpdatedAt: schema.expectedUpdatedAt }),
  output: schema.success,
};

const memberOfWorkspace = { workspaceId: schema.id('workspace'), userId: schema.id('user') };
const membership = member.extend({ updatedAt: schema.timestamp });
const memberAnswer = membership.extend({ workspaceId: schema.id('workspace') });

export const workspaceMembersList = {
  input: z.strictObject({ workspaceId: schema.id('workspace'), ...schema.page('user') }),
  output: z.object({ members: z.array(membership), nextCursor: schema.nextCursor }),
};

export const workspaceMembersAdd = {
  input: z.strictObject({ ...memberOfWorkspace, role: role.default('member') }),
  output: memberAnswer,
};

export const ADDED_MEMBERS_MAX = 100;

export const workspaceMembersAddMany = {
  input: z.strictObject({
    workspaceId: schema.id('workspace'),
    userIds: z
      .array(schema.id('user'))
      .min(1, 'Must name at least one user')
      .max(ADDED_MEMBERS_MAX, `Must name at most ${ADDED_MEMBERS_MAX} users`)
      .refine((ids) => new Set(ids).size === ids.length, 'Must not repeat an id'),
    role: role.default('member'),
  }),
  output: z.object({
    members: z.array(membership.extend({ outcome: z.enum(['added', 'unchanged']) })),
  }),
};

export const workspaceMembersUpdateRole = {
  input: z.strictObject({ ...memberOfWorkspace, role, expectedUpdatedAt: schema.expectedUpdatedAt }),
  output: memberAnswer,
};

export const workspaceMembersRemove = {
  input: z.strictObject(memberOfWorkspace),
  output: schema.success,
};

export type WorkspaceMembersUpdateRoleInput = z.output<typeof workspaceMembersUpdateRole.input>;

export type WorkspacesListInput = z.output<typeof workspacesList.input>;
export type WorkspacesCreateInput = z.output<typeof workspacesCreate.input>;
export type WorkspacesUpdateInput = z.output<typeof workspacesUpdate.input>;
export type WorkspaceOutput = z.output<typeof workspace>;
