import { beforeEach, describe, expect, it } from 'vitest';
import { anInvitation, type TestInvitation } from '../../support/factories/invitation.factory';
import { aWorkspace, made, type TestWorkspace } from '../../support/factories/workspace.factory';
import { aSignOn, type TestIdentityProvider } from '../../support/identity-provider/test-identity-provider';
import { aScimDirectory } from '../../support/scim-directory';

type Way = (provider: TestIdentityProvider, email: string) => Promise<unknown>;

const BY_SIGN_ON: Way = async (provider) => expect((await provider.signOn()).status).toBe(303);
const BY_DIRECTORY: Way = async ({ organization }, userName) =>
  (await aScimDirectory({ organization })).user({ userName });

/** Ways in that ask no one for the link. */
describe.each([
  ['single sign-on', BY_SIGN_ON],
  ['a directory', BY_DIRECTORY],
] as const)('the invitation of a user who joins through %s', (_name, join) => {
  let provider: TestIdentityProvider;
  let email: string;
  let workspace: TestWorkspace;
  beforeEach(async () => {
    provider = await aSignOn();
    email = provider.emailOf('person-1');
    workspace = await aWorkspace({ organization: provider.organization, visibility: 'closed' });
  });

  const owner = () => provider.organization.owner.client;
  const invited = (by = provider.organization.owner): Promise<TestInvitation> =>
    anInvitation(provider.organization, { email, role: 'admin', workspaceIds: [workspace.id], by });
  async function lookOf({ id }: TestInvitation) {
    const { data } = await owner().query('invitations.list');
    const { status } = data.invitations.find(
      ({ invitationId }: { invitationId: string }) => invitationId === id,
    );
    const pending = await owner().query('organizations.members.list', { status: 'pending' });
    const joined = await owner().query('organizations.members.list', { search: email });
    const { members } = (await owner().query('workspaces.members.list', { workspaceId: workspace.id })).data;
    const [person] = joined.data.members;
    return {
      status,
      pending: pending.data.members.length,
      role: person.role,
      isInWorkspace: members.some(({ userId }: { userId: string }) => userId === person.id),
    };
  }

  it('is accepted, with its workspaces; the role comes from the other way', async () => {
    const invitation = await invited();
    await join(provider, email);
    expect(await lookOf(invitation)).toEqual({
      status: 'accepted',
      pending: 0,
      role: 'member',
      isInWorkspace: true,
    });
    const again = await owner().mutate('invitations.revoke', { id: invitation.id });
    expect(again.status).toBe(409);
  });

  it('ends without its workspaces when the sender is no longer allowed to invite', async () => {
    const admin = await provider.organization.addMember('admin');
    const { id } = await anInvitation(provider.organization, {
      email,
      workspaceIds: [workspace.id],
      by: admin,
    });
    await made(owner(), 'organizations.members.updateRole', { userId: admin.userId, role: 'member' });
    await join(provider, email);
    expect(await lookOf({ id } as TestInvitation)).toEqual({
      status: 'accepted',
      pending: 0,
      role: 'member',
      isInWorkspace: false,
    });
  });

  it('ends without its workspaces when it has expired', async () => {
    const invitation = await invited();
    const { sql } = provider.organization.app;
    await sql.query(`update invitations set expires_at = now() - interval '1 minute' where id = $1`, [
      invitation.id,
    ]);
    await join(provider, email);
    expect(await lookOf(invitation)).toMatchObject({ status: 'accepted', isInWorkspace: false });
  });
});
