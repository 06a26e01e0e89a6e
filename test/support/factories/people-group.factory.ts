import type { TestOrganization } from './organization.factory';
import { made } from './workspace.factory';

export interface TestPeopleGroup {
  id: string;
  name: string;
  updatedAt: string;
}

/** A group of people of the organization, created over the wire. */
export async function aPeopleGroup(
  { owner }: TestOrganization,
  { name = 'Group', userIds = [] }: { name?: string; userIds?: readonly string[] } = {},
): Promise<TestPeopleGroup> {
  const group = (await made(owner.client, 'organizations.groups.create', { name })) as TestPeopleGroup;
  if (userIds.length > 0)
    await made(owner.client, 'organizations.groups.members.add', { groupId: group.id, userIds });
  return group;
}
