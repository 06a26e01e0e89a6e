import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../support/app';
import { WireClient } from '../../../support/client';
import { aSession } from '../../../support/factories/account.factory';
import {
  anOrganization,
  type TestMember,
  type TestOrganization,
} from '../../../support/factories/organization.factory';
import { aWorkspace } from '../../../support/factories/workspace.factory';
import { eventsDuring, expectHidden } from '../../../support/refusals';

const NAME = 'organizations.members.deactivate';
const BACK = 'organizations.members.reactivate';
const ROLES = ['owner', 'admin', 'member', 'guest'] as const;

describe('deactivate and reactivate', () => {
  let organization: TestOrganization;
  beforeAll(async () => {
    organization = await anOrganization();
  });

  const deactivate = (userId: string, by: TestMember = organization.owner, input: object = {}) =>
    by.client.mutate(NAME, { userId, ...input });
  const reactivate = (userId: string, by: TestMember = organization.owner) =>
    by.client.mutate(BACK, { userId });
  const sessionOf = async ({ userId }: TestMember) => {
    const { cookie } = await aSession(userId);
    return new WireClient(organization.app, { cookie, slug: organization.slug });
  };

  it('200: tokens and sessions end with the next call and are restored, with everything else', async () => {
    const workspace = await aWorkspace({ organization, visibility: 'closed' });
    const member = await workspace.addMember('member');
    const session = await sessionOf(member);
    const look = (client: WireClient) => client.query('workspaces.get', { id: workspace.id });
    for (const client of [member.client, session]) expect((await look(client)).status).toBe(200);
    const { status, data } = await deactivate(member.userId);
    expect(status).toBe(200);
    expect(data).toMatchObject({ id: member.userId, role: 'member', status: 'deactivated' });
    expect((await look(member.client)).status).toBe(401);
    expect((await member.client.query('auth.me')).status).toBe(401);
    expect((await look(session)).status).toBe(403);
    const me = await session.query('auth.me');
    expect(me.data.memberships).toEqual([]);
    expect((await reactivate(member.userId)).data).toMatchObject({ status: 'active' });
    for (const client of [member.client, session]) expect((await look(client)).status).toBe(200);
  });

  it('200: writes one event, however often it is called', async () => {
    const { userId } = await organization.addMember();
    const written = await eventsDuring(organization, async () => {
      for (const act of [deactivate, deactivate, reactivate, reactivate])
        expect((await act(userId)).status).toBe(200);
    });
    expect(written.map(({ type }) => type)).toEqual(['member.deactivated', 'member.reactivated']);
  });

  describe('who can do it to whom', () => {
    it.each([
      ['owner', [403, 200, 200, 200]],
      ['admin', [403, 403, 200, 200]],
      ['member', [403, 403, 403, 403]],
      ['guest', [403, 403, 403, 403]],
    ] as const)('%s, to owner, admin, member, guest: %o', async (actor, expected) => {
      const by = actor === 'owner' ? organization.owner : await organization.addMember(actor);
      for (const act of [deactivate, reactivate]) {
        const statuses = [];
        for (const role of ROLES) {
          const { userId } = role === 'owner' ? organization.owner : await organization.addMember(role);
          statuses.push((await act(userId, by)).status);
        }
        expect(statuses).toEqual(expected);
      }
    });

    it('403: yourself, as an admin', async () => {
      const admin = await organization.addMember('admin');
      expect((await deactivate(admin.userId, admin)).status).toBe(403);
    });
  });

  it('404: a user of another organization', async () => {
    const stranger = await (await anOrganization()).addMember();
    await expectHidden(stranger.userId, (userId) => deactivate(userId));
    await expectHidden(stranger.userId, (userId) => reactivate(userId));
  });

  it('409: a member that has changed since', async () => {
    const { userId } = await organization.addMember();
    const { data } = await organization.owner.client.query('organizations.members.list', {});
    const { updatedAt } = data.members.find(({ id }: { id: string }) => id === userId);
    await organization.owner.client.mutate('organizations.members.updateRole', { userId, role: 'guest' });
    const answer = await deactivate(userId, organization.owner, { expectedUpdatedAt: updatedAt });
    expect(answer.status).toBe(409);
  });
});

describe('deactivation with several replicas', () => {
  let replicas: TestApp[];
  beforeAll(async () => {
    const first = await startApp();
    replicas = [first, await startApp({ DATABASE_URL: first.databaseUrl })];
  });
  afterAll(async () => {
    for (const app of replicas.toReversed()) await app.close();
  });

  it('ends access on the other replica too, although it had cached the access', async () => {
    const [here, there] = replicas as [TestApp, TestApp];
    const organization = await anOrganization({ app: here });
    const member = await organization.addMember();
    const elsewhere = member.client.at(there);
    expect((await elsewhere.query('organizations.get')).status).toBe(200);
    await organization.owner.client.mutate(NAME, { userId: member.userId });
    // The notification takes a moment: polls until it has arrived, and never longer than the cache lives.
    await expect
      .poll(async () => (await elsewhere.query('organizations.get')).status, { interval: 20 })
      .toBe(401);
  });
});
