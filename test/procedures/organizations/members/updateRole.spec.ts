import { beforeAll, describe, expect, it } from 'vitest';
import type { OrganizationRole } from '../../../../src/access/role';
import { anInvitation } from '../../../support/factories/invitation.factory';
import {
  anOrganization,
  type TestMember,
  type TestOrganization,
} from '../../../support/factories/organization.factory';
import { aWorkspace } from '../../../support/factories/workspace.factory';
import { eventsDuring, expectHidden, refusedPaths } from '../../../support/refusals';

const NAME = 'organizations.members.updateRole';
const ROLES = ['owner', 'admin', 'member', 'guest'] as const;

/** The roles that each role can assign to whom: the specification's rules in full. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  owner: ['admin', 'member', 'guest'].flatMap((from) =>
    ['admin', 'member', 'guest'].map((to) => `${from} ${to}`),
  ),
  admin: ['member', 'guest'].flatMap((from) => ['member', 'guest'].map((to) => `${from} ${to}`)),
  member: [],
  guest: [],
};

describe('organizations.members.updateRole', () => {
  let organization: TestOrganization;
  beforeAll(async () => {
    organization = await anOrganization();
  });

  const setRole = (userId: string, role: string, by: TestMember = organization.owner, input: object = {}) =>
    by.client.mutate(NAME, { userId, role, ...input });

  it('200: the member with the new role, which applies from the next call on', async () => {
    const member = await organization.addMember('member');
    await member.client.query('organizations.get');
    const written = await eventsDuring(organization, async () => {
      const { status, data } = await setRole(member.userId, 'admin');
      expect(status).toBe(200);
      expect(data).toMatchObject({ id: member.userId, role: 'admin', status: 'active' });
    });
    expect(written).toEqual([
      expect.objectContaining({
        type: 'member.role_changed',
        data: { member: expect.objectContaining({ role: 'admin' }), previousRole: 'member' },
      }),
    ]);
    expect((await member.client.mutate('workspaces.create', { name: 'Mine' })).status).toBe(200);
    await setRole(member.userId, 'member');
    expect((await member.client.mutate('workspaces.create', { name: 'Mine too' })).status).toBe(403);
  });

  it('200: the same role again writes no event', async () => {
    const member = await organization.addMember('member');
    const written = await eventsDuring(organization, () => setRole(member.userId, 'member'));
    expect(written).toEqual([]);
  });

  it('200: a new guest leaves all workspaces, and is in none after becoming a member again', async () => {
    const closed = await aWorkspace({ organization, visibility: 'closed' });
    const member = await closed.addMember('admin');
    expect((await member.client.query('workspaces.get', { id: closed.id })).status).toBe(200);
    await setRole(member.userId, 'guest');
    expect((await member.client.query('workspaces.get', { id: closed.id })).status).toBe(404);
    await setRole(member.userId, 'member');
    expect((await member.client.query('workspaces.get', { id: closed.id })).status).toBe(404);
    const { data } = await organization.owner.client.query('workspaces.members.list', {
      workspaceId: closed.id,
    });
    expect(data.members.map(({ userId }: { userId: string }) => userId)).not.toContain(member.userId);
  });

  it('200: an invited user joins with the new role', async () => {
    const { email } = await anInvitation(organization, { role: 'member' });
    const { data: list } = await organization.owner.client.query('organizations.members.list', {
      search: email,
    });
    const pending = list.members[0];
    const { status, data } = await setRole(pending.id, 'guest');
    expect(status).toBe(200);
    expect(data).toMatchObject({ id: pending.id, role: 'guest', status: 'pending' });
  });

  it.each([
    ['a role that there is not', { role: 'king' }, 'role'],
    ['an id of another noun', { userId: 'org_01ARZ3NDEKTSV4RRFFQ69G5FAV' }, 'userId'],
    ['a version that is no time', { expectedUpdatedAt: 'yesterday' }, 'expectedUpdatedAt'],
  ])('400: %s', async (_what, input, path) => {
    const { userId } = organization.owner;
    expect(refusedPaths(await setRole(userId, 'member', organization.owner, input))).toEqual([path]);
  });

  describe('the rules of roles', () => {
    for (const actor of ROLES) {
      it(`the roles that ${actor} can give to whom`, async () => {
        const own = await anOrganization();
        const by = actor === 'owner' ? own.owner : await own.addMember(actor);
        for (const from of ROLES) {
          for (const to of ROLES) {
            const target = from === 'owner' ? own.owner : await own.addMember(from as OrganizationRole);
            let status = 0;
            const written = await eventsDuring(own, async () => {
              ({ status } = await setRole(target.userId, to, by));
            });
            const may = ALLOWED[actor]!.includes(`${from} ${to}`);
            const expected = !may || from === to ? [] : ['member.role_changed'];
            const spoken = written.map(({ type }) => type);
            expect([actor, from, to, status, spoken]).toEqual([actor, from, to, may ? 200 : 403, expected]);
          }
        }
      });
    }

    it('403: your own role, for an admin and the owner', async () => {
      const admin = await organization.addMember('admin');
      expect((await setRole(admin.userId, 'member', admin)).status).toBe(403);
      expect((await setRole(organization.owner.userId, 'admin')).status).toBe(403);
    });

    it('403: under twenty concurrent calls the owner stays the only owner', async () => {
      const own = await anOrganization();
      const admin = await own.addMember('admin');
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_none, index) =>
          index % 2 === 0
            ? setRole(own.owner.userId, 'member', admin)
            : setRole(admin.userId, 'owner', own.owner),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
    });

    it('403: an admin who is demoted meanwhile', async () => {
      const own = await anOrganization();
      const admin = await own.addMember('admin');
      const members = await Promise.all(Array.from({ length: 5 }, () => own.addMember('member')));
      const [demoted, ...others] = await Promise.all([
        setRole(admin.userId, 'guest', own.owner),
        ...members.map(({ userId }) => setRole(userId, 'guest', admin)),
      ]);
      expect(demoted.status).toBe(200);
      expect(others.every(({ status }) => status === 200 || status === 403)).toBe(true);
      expect((await setRole(members[0]!.userId, 'member', admin)).status).toBe(403);
    });
  });

  it('403: a token without the scope admin', async () => {
    const { userId } = await organization.addMember();
    const client = await organization.tokenFor(organization.owner, ['read', 'write', 'delete']);
    expect((await client.mutate(NAME, { userId, role: 'guest' })).status).toBe(403);
  });

  it('404: a user of another organization', async () => {
    const stranger = await (await anOrganization()).addMember();
    await expectHidden(stranger.userId, (userId) => setRole(userId, 'guest'));
  });

  it('409: a member that has changed since', async () => {
    const { userId } = await organization.addMember();
    const { data } = await setRole(userId, 'guest');
    const expectedUpdatedAt = data.updatedAt as string;
    const first = await setRole(userId, 'member', organization.owner, { expectedUpdatedAt });
    expect(first.status).toBe(200);
    const second = await setRole(userId, 'guest', organization.owner, { expectedUpdatedAt });
    expect(second.status).toBe(409);
  });
});
