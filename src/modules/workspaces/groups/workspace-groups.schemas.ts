import { z } from 'zod';
import { WORKSPACE_ROLES } from '../../../access/role';
import * as schema from '../../../rpc/schema';
import { peopleGroupId } from '../../hierarchy';

const role = z.enum(WORKSPACE_ROLES);
const groupOfWorkspace = { workspaceId: schema.id('workspace'), groupId: peopleGroupId };

const workspaceGroup = z.object({
  groupId: peopleGroupId,
  name: z.string(),
  managedBy: z.enum(['organization', 'directory']),
  role,
  memberCount: z.int(),
  updatedAt: schema.timestamp,
});
const answer = workspaceGroup.extend({ workspaceId: schema.id('workspace') });

export const workspaceGroupsList = {
  input: z.strictObject({
    workspaceId: schema.id('workspace'),
    cursor: peopleGroupId.nullish(),
    limit: schema.pageLimit,
  }),
  output: z.object({ groups: z.array(workspaceGroup), nextCursor: schema.nextCursor }),
};

export const workspaceGroupsAdd = {
  input: z.strictObject({ ...groupOfWorkspace, role: role.default('member') }),
  output: answer,
};

export const workspaceGroupsUpdateRole = {
  input: z.strictObject({ ...groupOfWorkspace, role, expectedUpdatedAt: schema.expectedUpdatedAt }),
  output: answer,
};

export const workspaceGroupsRemove = { input: z.strictObject(groupOfWorkspace), output: schema.success };

export type GroupId = z.output<typeof peopleGroupId>;
export type WorkspaceGroup = z.output<typeof workspaceGroup>;
export type WorkspaceGroupsUpdateRoleInput = z.output<typeof workspaceGroupsUpdateRole.input>;
