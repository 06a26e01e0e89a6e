import { beforeAll, describe, expect, it } from 'vitest';
import { WireClient } from '../../../support/client';
import { aSession } from '../../../support/factories/account.factory';
import { anInvitation } from '../../../support/factories/invitation.factory';
import {
  anOrganization,
  type TestMember,
  type TestOrganization,
} from '../../../support/factories/organization.factory';
import { aWorkspace } from '../../../support/factories/workspace.factory';
import { eventsDuring, expectHidden, missingIdLike, refusedPaths } from '../../../support/refusals';

const NAME = 'organizations.members.remove';
const ROLES = ['owner', 'admin', 'member', 'guest'] as const;

describe('organizations.members.remove', () => {
  let organization: TestOrganization;
  beforeAll(async () => {
    organization = await anOrganization();
  });

  const remove = (userId: string, by: TestMember = organization.owner, input: object = {}) =>
    by.client.mutate(NAME, { userId, ...input });
  const listed = async (query: object = { limit: 200 }) => {
    const { data } = await organization.owner.client.query('organizations.members.list', query);
    return data.members.map(({ id }: { id: string }) => id) as string[];
  };

  it('200: tokens, session and workspaces end with the next call; the account stays', async () => {
    const workspace = await aWorkspace({ organization, visibility: 'closed' });
    const member = await workspace.addMember('member');
    const { cookie } = await aSession(member.userId);
    const session = new WireClient(organization.app, { cookie, slug: organization.slug });
    expect((await session.query('organizations.get')).status).toBe(200);
    expect((await member.client.query('organizations.get')).status).toBe(200);
    const { status, data } = await remove(member.userId);
    expect([status, data]).toEqual([200, { success: true }]);
    expect((await member.client.query('auth.me')).status).toBe(401);
    expect((await session.query('organizations.get')).status).toBe(403);
    expect((await session.query('auth.me')).data).toMatchObject({ id: member.userId, memberships: [] });
    expect(await listed()).not.toContain(member.userId);
    const { data: inside } = await organization.owner.client.query('workspaces.members.list', {
      workspaceId: workspace.id,
    });
    expect(inside.members.map(({ userId }: { userId: string }) => userId)).not.toContain(member.userId);
  });

  it('200: old tokens and workspaces are not restored when the user rejoins', async () => {
    const workspace = await aWorkspace({ organization, visibility: 'closed' });
    const member = await workspace.addMember('member');
    const { cookie } = await aSession(member.userId);
    await remove(member.userId);
    const invitation = await anInvitation(organization, { email: member.email });
    const apex = new WireClient(organization.app, { cookie });
    const accepted = await apex.mutate('invitations.accept', { token: await invitation.nextToken() });
    expect(accepted.status).toBe(200);
    expect((await member.client.query('auth.me')).status).toBe(401);
    const session = apex.as({ slug: organization.slug });
    expect((await session.query('organizations.get')).status).toBe(200);
    expect((await session.query('workspaces.get', { id: workspace.id })).status).toBe(404);
  });

  it('200: one event, with the member as they were', async () => {
    const member = await organization.addMember('guest');
    const written = await eventsDuring(organization, () =>
      remove(member.userId, organization.owner, { reassignTo: organization.owner.userId }),
    );
    expect(written.map(({ type, data }) => ({ type, data }))).toEqual([
      {
        type: 'member.removed',
        data: {
          member: expect.objectContaining({ id: member.userId, email: member.email, role: 'guest' }),
          reassignTo: organization.owner.userId,
        },
      },
    ]);
  });

  it('200: a page of members continues after a member who is removed meanwhile', async () => {
    const own = await anOrganization();
    const members = [];
    for (let count = 0; count < 3; count += 1) members.push(await own.addMember());
    const cursor = members[1]!.userId;
    await own.owner.client.mutate(NAME, { userId: cursor });
    const { status, data } = await own.owner.client.query('organizations.members.list', { cursor });
    expect(status).toBe(200);
    expect(data.members.map(({ id }: { id: string }) => id)).toEqual([members[2]!.userId]);
  });

  it('200: removing an invited user ends the invitation', async () => {
    const invitation = await anInvitation(organization);
    const token = await invitation.nextToken();
    const [pendingId] = await listed({ search: invitation.email });
    expect((await remove(pendingId!)).status).toBe(200);
    expect(await listed({ search: invitation.email })).toEqual([]);
    const { cookie } = await aSession(organization.owner.userId);
    const accepting = new WireClient(organization.app, { cookie });
    expect((await accepting.mutate('invitations.accept', { token })).status).toBe(404);
  });

  it('200: members, guests and admins can remove themselves', async () => {
    for (const role of ['guest', 'member', 'admin'] as const) {
      const member = await organization.addMember(role);
      expect([role, (await remove(member.userId, member)).status]).toEqual([role, 200]);
      expect(await listed()).not.toContain(member.userId);
    }
  });

  it('400: the successor is the removed user', async () => {
    const { userId } = await organization.addMember();
    const answer = await remove(userId, organization.owner, { reassignTo: userId });
    expect(refusedPaths(answer)).toEqual(['reassignTo']);
  });

  describe('who can remove whom', () => {
    it.each([
      ['owner', [403, 200, 200, 200]],
      ['admin', [403, 403, 200, 200]],
      ['member', [403, 403, 403, 403]],
      ['guest', [403, 403, 403, 403]],
    ] as const)('%s, of owner, admin, member, guest: %o', async (actor, expected) => {
      const by = actor === 'owner' ? organization.owner : await organization.addMember(actor);
      const statuses = [];
      for (const role of ROLES) {
        const { userId } = role === 'owner' ? organization.owner : await organization.addMember(role);
        statuses.push((await remove(userId, by)).status);
      }
      expect(statuses).toEqual(expected);
    });

    it('403: for members, whether the user exists or not', async () => {
      const member = await organization.addMember();
      const other = await organization.addMember();
      const known = await remove(other.userId, member);
      const unknown = await remove(missingIdLike(other.userId), member);
      expect([known.status, unknown.status]).toEqual([403, 403]);
      expect(known.body).toEqual(unknown.body);
    });

    it('403: a member who leaves cannot name a successor', async () => {
      const member = await organization.addMember();
      const { owner } = organization;
      expect((await remove(member.userId, member, { reassignTo: owner.userId })).status).toBe(403);
      expect(await listed()).toContain(member.userId);
    });

    it('403: under twenty concurrent calls the owner remains', async () => {
      const admin = await organization.addMember('admin');
      const { owner } = organization;
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_none, index) => remove(owner.userId, index % 2 === 0 ? owner : admin)),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
      expect(await listed()).toContain(owner.userId);
    });
  });

  it('404: a user of another organization, as the removed user or the successor', async () => {
    const stranger = await (await anOrganization()).addMember();
    await expectHidden(stranger.userId, (userId) => remove(userId));
    const member = await organization.addMember();
    await expectHidden(stranger.userId, (reassignTo) =>
      remove(member.userId, organization.owner, { reassignTo }),
    );
    expect(await listed()).toContain(member.userId);
  });

  it('404: a deactivated successor, and no user is removed', async () => {
    const [member, successor] = [await organization.addMember(), await organization.addMember()];
    const { client } = organization.owner;
    await client.mutate('organizations.members.deactivate', { userId: successor.userId });
    const answer = await remove(member.userId, organization.owner, { reassignTo: successor.userId });
    expect(answer.status).toBe(404);
    expect(answer.error!.data.issues!.map(({ path }) => path)).toEqual(['reassignTo']);
    expect(await listed()).toContain(member.userId);
  });

  it('404: a second time; of ten concurrent calls one removes', async () => {
    const { userId } = await organization.addMember();
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(userId)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(9).fill(404)]);
  });
});
