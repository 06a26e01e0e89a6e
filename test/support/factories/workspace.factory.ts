import type { WorkspaceId } from '../../../src/kernel/ids';
import type { WorkspaceRole } from '../../../src/access/role';
import { WireClient, type WireAnswer } from '../client';
import { anOrganization, type TestMember, type TestOrganization } from './organization.factory';

export interface TestWorkspace {
  id: WorkspaceId;
  organization: TestOrganization;
  /** What workspaces.create answered. */
  record: WireAnswer['data'];
  /** A new member of the organization with this role in the workspace. */
  addMember(role?: WorkspaceRole, name?: string): Promise<TestMember>;
}

export interface WorkspaceOptions {
  /** A new organization without one. */
  organization?: TestOrganization;
  name?: string;
  visibility?: 'open' | 'closed';
  /** Who makes it and becomes its admin: the organization's owner unless given. */
  by?: TestMember;
}

/** A workspace, made over the wire; open unless said otherwise. */
export async function aWorkspace(options: WorkspaceOptions = {}): Promise<TestWorkspace> {
  const { organization = await anOrganization(), name = 'Workspace', visibility = 'open' } = options;
  const { client } = options.by ?? organization.owner;
  const record = await made(client, 'workspaces.create', { name, visibility });
  const id = record.id as WorkspaceId;
  return {
    id,
    organization,
    record,
    addMember: async (role = 'member', memberName) => {
      const member = await organization.addMember('member', memberName);
      const input = { workspaceId: id, userId: member.userId, role };
      await made(organization.owner.client, 'workspaces.members.add', input);
      return member;
    },
  };
}

/** The answer of a call that a fixture rests on; what rejected it is the test's failure. */
export async function made(client: WireClient, name: string, input: unknown): Promise<WireAnswer['data']> {
  const { status, data, body } = await client.mutate(name, input);
  if (status !== 200) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`);
  return data;
}
