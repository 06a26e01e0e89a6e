import { z } from 'zod';
import type { DirectoryGroupId, PeopleGroupId } from '../../kernel/ids';
import * as schema from '../../rpc/schema';
import { memberReference, peopleGroupId } from '../hierarchy';

export const GROUP_NAME_MAX = 100;
export const GROUPS_MAX = 1_000;
export const CHANGED_MEMBERS_MAX = 100;

export type GroupId = PeopleGroupId | DirectoryGroupId;

export const peopleGroup = z.object({
  id: peopleGroupId,
  name: z.string(),
  description: z.string().nullable(),
  managedBy: z.enum(['organization', 'directory']),
  memberCount: z.int(),
  createdAt: schema.timestamp,
  updatedAt: schema.timestamp,
});

const name = schema.name(GROUP_NAME_MAX);

export const groupsList = {
  input: z.strictObject({
    cursor: peopleGroupId.nullish(),
    limit: schema.pageLimit,
    search: schema.search,
  }),
  output: z.object({ groups: z.array(peopleGroup), nextCursor: schema.nextCursor }),
};

export const groupsGet = {
  input: z.strictObject({ id: peopleGroupId }),
  output: peopleGroup,
};

export const groupsCreate = {
  input: z.strictObject({ name, description: schema.description.nullish() }),
  output: peopleGroup,
};

export const groupsUpdate = {
  input: z.strictObject({
    id: peopleGroupId,
    name: name.optional(),
    description: schema.description.nullish(),
    expectedUpdatedAt: schema.expectedUpdatedAt,
  }),
  output: peopleGroup,
};

export const groupsDelete = {
  input: z.strictObject({ id: peopleGroupId, expectedUpdatedAt: schema.expectedUpdatedAt }),
  output: schema.success,
};

const groupMember = memberReference.extend({ email: z.string() });

export const groupMembersList = {
  input: z.strictObject({ groupId: peopleGroupId, ...schema.page('user') }),
  output: z.object({ members: z.array(groupMember), nextCursor: schema.nextCursor }),
};

const userIds = z
  .array(schema.id('user'))
  .min(1, 'Must name at least one user')
  .max(CHANGED_MEMBERS_MAX, `Must name at most ${CHANGED_MEMBERS_MAX} users`)
  .refine((ids) => new Set(ids).size === ids.length, 'Must not repeat an id');

export const groupMembersAdd = {
  input: z.strictObject({ groupId: peopleGroupId, userIds }),
  output: z.object({ members: z.array(groupMember.extend({ outcome: z.enum(['added', 'unchanged']) })) }),
};

export const groupMembersRemove = {
  input: z.strictObject({ groupId: peopleGroupId, userIds }),
  output: schema.success,
};

export type GroupOutput = z.output<typeof peopleGroup>;
export type GroupMember = z.output<typeof groupMember>;
export type GroupsListInput = z.output<typeof groupsList.input>;
export type GroupsUpdateInput = z.output<typeof groupsUpdate.input>;
