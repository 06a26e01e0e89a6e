import type { WorkspaceId } from '../../../src/kernel/ids';
import type { WorkspaceRole } from '../../../src/access/role';
import { WireClient, type WireAnswer } from '../client';
import { anOrganization, type TestMember, type TestOrganization } from './organization.factory';

export interface TestWorkspace {
  id: WorkspaceId;
  organization: TestOrganization;
  /** The response of workspaces.create. */
  record: WireAnswer['data'];
  /** A new member of the organization with this role in the workspace. */
  addMember(role?: WorkspaceRole, name?: string): Promise<TestMember>;
}

export interface WorkspaceOptions {
  /** A new organization without one. */
  organization?: TestOrganization;
  name?: string;
  visibility?: 'open' | 'closed';
  /** The creator, who becomes its admin: the organization's owner by default. */
  by?: TestMember;
}

/** A workspace, created over the wire; open by default. */
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

/** The response of a call that a fixture needs; an error fails the test. */
export async function made(client: WireClient, name: string, input: unknown): Promise<WireAnswer['data']> {
  const { status, data, body } = await client.mutate(name, input);
  if (status !== 200) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`);
  return data;
}
