import { beforeAll, describe, expect, it } from 'vitest';
import type { WorkspaceId } from '../../../src/kernel/ids';
import { type WireAnswer, WireClient } from '../../support/client';
import { aSession } from '../../support/factories/account.factory';
import { anInvitation, type TestInvitation, withEmail } from '../../support/factories/invitation.factory';
import {
  anOrganization,
  type TestMember,
  type TestOrganization,
} from '../../support/factories/organization.factory';
import { aWorkspace } from '../../support/factories/workspace.factory';
import { eventsDuring, eventsOf, refusedPaths } from '../../support/refusals';

const NAME = 'invitations.accept';

describe('invitations.accept', () => {
  let organization: TestOrganization;
  beforeAll(async () => {
    organization = await anOrganization();
  });

  /** A user with an account and another organization, signed in at the apex. */
  const aPerson = async (email?: string): Promise<{ member: TestMember; client: WireClient }> => {
    const own = await anOrganization();
    if (email !== undefined) await withEmail(own, own.owner.userId, email);
    const { cookie } = await aSession(own.owner.userId);
    return { member: own.owner, client: new WireClient(organization.app, { cookie }) };
  };
  const accept = (client: WireClient, token: string): Promise<WireAnswer> => client.mutate(NAME, { token });
  const statusOf = async ({ id }: TestInvitation): Promise<string> => {
    const { data } = await organization.owner.client.query('invitations.list', { limit: 200 });
    return data.invitations.find((each: { invitationId: string }) => each.invitationId === id).status;
  };

  it('200: the user is a member, with the role and the workspaces', async () => {
    const workspace = await aWorkspace({ organization, visibility: 'closed' });
    const invitation = await anInvitation(organization, { workspaceIds: [workspace.id, workspace.id] });
    const { member, client } = await aPerson(invitation.email);
    const answer = await accept(client, await invitation.nextToken());
    expect(answer.status).toBe(200);
    expect(answer.data).toEqual({
      organizationId: organization.id,
      organizationSlug: organization.slug,
      role: 'member',
    });
    const inside = client.as({ slug: organization.slug });
    expect((await inside.query('workspaces.get', { id: workspace.id })).data.members).toContainEqual({
      userId: member.userId,
      name: member.name,
      isServiceAccount: false,
      role: 'member',
    });
    expect((await client.query('auth.me')).data.memberships).toContainEqual(answer.data);
    expect(await statusOf(invitation)).toBe('accepted');
    const { data } = await organization.owner.client.query('organizations.members.list', {
      search: invitation.email,
    });
    expect(data.members.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
      [member.userId, 'active'],
    ]);
  });

  it('200: writes an event of the member and one of the invitation', async () => {
    const invitation = await anInvitation(organization, { role: 'guest' });
    const { member, client } = await aPerson(invitation.email);
    const token = await invitation.nextToken();
    const written = await eventsDuring(organization, () => accept(client, token));
    expect(written.map(({ type, actorId }) => [type, actorId])).toEqual([
      ['member.joined', member.userId],
      ['invitation.accepted', member.userId],
    ]);
    const { userId: invitedBy } = organization.owner;
    expect(written[1]!.data).toEqual({ invitationId: invitation.id, userId: member.userId, invitedBy });
  });

  it('200: the address in another case, and another spelling of its accents', async () => {
    const invitation = await anInvitation(organization, { email: `rene-${Date.now()}@example.com` });
    const { client } = await aPerson(invitation.email.toUpperCase());
    expect((await accept(client, await invitation.nextToken())).status).toBe(200);
  });

  it('200: without a workspace that was deleted meanwhile', async () => {
    const [kept, gone] = [await aWorkspace({ organization }), await aWorkspace({ organization })];
    const workspaceIds: WorkspaceId[] = [kept.id, gone.id];
    const invitation = await anInvitation(organization, { workspaceIds });
    await organization.owner.client.mutate('workspaces.delete', { id: gone.id });
    const { member, client } = await aPerson(invitation.email);
    expect((await accept(client, await invitation.nextToken())).status).toBe(200);
    const { rows } = await organization.app.sql.query<{ id: string }>(
      'select workspace_id as id from workspace_members where organization_id = $1 and user_id = $2',
      [organization.id, member.userId],
    );
    expect(rows.map(({ id }) => id)).toEqual([kept.id]);
  });

  it.each([
    ['no token', {}, 'token'],
    ['an empty one', { token: '' }, 'token'],
    ['one of a megabyte', { token: 'x'.repeat(1_000_000) }, 'token'],
    ['a number', { token: 1 }, 'token'],
  ])('400: %s', async (_what, input, path) => {
    const { client } = await aPerson();
    expect(refusedPaths(await client.mutate(NAME, input))).toEqual([path]);
  });

  it('401: no credential', async () => {
    const token = await (await anInvitation(organization)).nextToken();
    expect((await accept(new WireClient(organization.app), token)).status).toBe(401);
  });

  it('403: a token of another organization, even of the invited user', async () => {
    const invitation = await anInvitation(organization);
    const { member } = await aPerson(invitation.email);
    expect((await accept(member.client, await invitation.nextToken())).status).toBe(403);
    expect(await statusOf(invitation)).toBe('pending');
  });

  it('403: another user, without revealing the invited address; the invitation remains', async () => {
    const invitation = await anInvitation(organization);
    const token = await invitation.nextToken();
    const { client } = await aPerson();
    const answer = await accept(client, token);
    expect(answer.status).toBe(403);
    expect(JSON.stringify(answer.body)).not.toContain(invitation.email);
    expect(await statusOf(invitation)).toBe('pending');
  });

  describe('404', () => {
    /** An invitation with a user who could accept it, until `spoil` invalidates it. */
    const afterwards = async (
      spoil: (invitation: TestInvitation) => Promise<unknown>,
      options: Parameters<typeof anInvitation>[1] = {},
    ) => {
      const invitation = await anInvitation(organization, options);
      const token = await invitation.nextToken();
      const { client } = await aPerson(invitation.email);
      await spoil(invitation);
      const written = (await eventsOf(organization)).length;
      const answer = await accept(client, token);
      expect(await eventsOf(organization)).toHaveLength(written);
      return { answer, client, invitation };
    };
    const made = async (name: string, input: object): Promise<void> => {
      expect((await organization.owner.client.mutate(name, input)).status).toBe(200);
    };

    it('an unknown link, like every invalid one', async () => {
      const { client } = await aPerson();
      const madeUp = await accept(client, 'x'.repeat(43));
      expect(madeUp.status).toBe(404);
      const { answer } = await afterwards(({ id }) => made('invitations.revoke', { id }));
      expect(answer.body).toEqual(madeUp.body);
    });

    it('a revoked one', async () => {
      const { answer } = await afterwards(({ id }) => made('invitations.revoke', { id }));
      expect(answer.status).toBe(404);
    });

    it('an expired one', async () => {
      const { answer, invitation } = await afterwards(({ id }) =>
        organization.app.sql.query('update invitations set expires_at = now() where id = $1', [id]),
      );
      expect(answer.status).toBe(404);
      expect(await statusOf(invitation)).toBe('expired');
    });

    it('the old link after a resend, while the new one is valid', async () => {
      const { answer, client, invitation } = await afterwards(({ id }) => made('invitations.resend', { id }));
      expect(answer.status).toBe(404);
      expect((await accept(client, await invitation.nextToken())).status).toBe(200);
    });

    it('a used link, also after its member was removed', async () => {
      const invitation = await anInvitation(organization);
      const token = await invitation.nextToken();
      const { member, client } = await aPerson(invitation.email);
      expect((await accept(client, token)).status).toBe(200);
      expect((await accept(client, token)).status).toBe(404);
      await made('organizations.members.remove', { userId: member.userId });
      expect((await accept(client, token)).status).toBe(404);
    });

    it.each([
      ['is demoted', 'organizations.members.updateRole', { role: 'member' }],
      ['is deactivated', 'organizations.members.deactivate', {}],
      ['is removed', 'organizations.members.remove', {}],
    ])(
      'when the inviter %s; sent again by someone who is allowed to, it is valid',
      async (_what, name, input) => {
        const by = await organization.addMember('admin');
        const spoil = () => made(name, { userId: by.userId, ...input });
        const { answer, client, invitation } = await afterwards(spoil, { by });
        expect(answer.status).toBe(404);
        expect(await statusOf(invitation)).toBe('pending');
        await made('invitations.resend', { id: invitation.id });
        expect((await accept(client, await invitation.nextToken())).status).toBe(200);
      },
    );

    it('an invitation as admin by a former owner', async () => {
      const own = await anOrganization();
      const heir = await own.addMember('admin');
      const invitation = await anInvitation(own, { role: 'admin' });
      const token = await invitation.nextToken();
      await own.owner.client.mutate('organizations.transferOwnership', { userId: heir.userId });
      const { client } = await aPerson(invitation.email);
      expect((await accept(client, token)).status).toBe(404);
    });

    it('a deleted organization', async () => {
      const own = await anOrganization();
      const invitation = await anInvitation(own);
      const token = await invitation.nextToken();
      await own.owner.client.mutate('organizations.delete', { slug: own.slug });
      const { client } = await aPerson(invitation.email);
      expect((await accept(client, token)).status).toBe(404);
    });
  });

  it('409: an existing member', async () => {
    const invitation = await anInvitation(organization);
    const token = await invitation.nextToken();
    const { member, client } = await aPerson();
    const joined = await anInvitation(organization, { email: member.email });
    await accept(client, await joined.nextToken());
    await withEmail(organization, member.userId, invitation.email);
    expect((await accept(client, token)).status).toBe(409);
    expect(await statusOf(invitation)).toBe('pending');
  });

  it('of twenty concurrent calls one joins, once', async () => {
    const invitation = await anInvitation(organization);
    const token = await invitation.nextToken();
    const { member, client } = await aPerson(invitation.email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(client, token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(404)]);
    const joined = (await eventsOf(organization)).filter(
      ({ type, data }) => type === 'member.joined' && data.member.id === member.userId,
    );
    expect(joined).toHaveLength(1);
  });
});
