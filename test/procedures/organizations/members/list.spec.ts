import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { MemberLastActiveRecorder } from '../../../../src/modules/members/member-last-active.recorder';
import { sharedApp, type TestApp } from '../../../support/app';
import { WireClient } from '../../../support/client';
import { anOrganization } from '../../../support/factories/organization.factory';

const NAME = 'organizations.members.list';

describe('organizations.members.list', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp();
  });

  const idsOf = (data: { members: { id: string }[] }) => data.members.map((member) => member.id);

  it('200: every member with their fields', async () => {
    const { addMember, owner } = await anOrganization({ app });
    const member = await addMember('member', 'Mia Member');
    const { status, data } = await member.client.query(NAME);
    expect(status).toBe(200);
    expect(data).toEqual({
      members: [
        {
          id: owner.userId,
          name: 'Olivia Owner',
          email: owner.email,
          avatar: null,
          role: 'owner',
          status: 'active',
          joinedAt: expect.stringMatching(/\.\d{3}Z$/),
          lastActiveAt: null,
          isServiceAccount: false,
          updatedAt: expect.stringMatching(/\.\d{3}Z$/),
        },
        {
          id: member.userId,
          name: 'Mia Member',
          email: member.email,
          avatar: null,
          role: 'member',
          status: 'active',
          joinedAt: expect.stringMatching(/\.\d{3}Z$/),
          lastActiveAt: null,
          isServiceAccount: false,
          updatedAt: expect.stringMatching(/\.\d{3}Z$/),
        },
      ],
      nextCursor: null,
    });
  });

  it('200: shows when a member was last active, if ever', async () => {
    const { addMember, owner } = await anOrganization({ app });
    await addMember();
    await owner.client.query('organizations.get');
    await app.nest.get(MemberLastActiveRecorder, { strict: false }).flush();
    const { data } = await owner.client.query(NAME);
    expect(Date.now() - Date.parse(data.members[0].lastActiveAt)).toBeLessThan(60_000);
    expect(data.members[1].lastActiveAt).toBeNull();
  });

  it('200: finds any part of a name or an e-mail, in any case, and takes wildcards literally', async () => {
    const { addMember, owner } = await anOrganization({ app });
    const mark = randomBytes(4).toString('hex');
    const one = await addMember('member', `Zoë ${mark}%Quist`);
    const two = await addMember('member', 'Another User');
    await app.sql.query('update users set email = $2 where id = $1', [two.userId, `Q_${mark}@EXAMPLE.com`]);
    const find = async (search: string) => idsOf((await owner.client.query(NAME, { search })).data);
    expect(await find(mark.toUpperCase())).toEqual([one.userId, two.userId]);
    expect(await find('zoË')).toEqual([one.userId]);
    expect(await find('%q')).toEqual([one.userId]);
    expect(await find('q_')).toEqual([two.userId]);
    expect(await find('%')).toEqual([one.userId]);
    expect(await find('\\')).toEqual([]);
    expect(await find(`'; drop table users; --`)).toEqual([]);
    expect(await find('')).toHaveLength(3);
  });

  it('200: by role and by status', async () => {
    const { addMember, owner, id } = await anOrganization({ app });
    const guest = await addMember('guest');
    const gone = await addMember('member');
    const invited = await addMember('member');
    const setStatus = (userId: string, status: string) =>
      app.sql.query(
        `update members set status = $3, joined_at = case when $3 = 'pending' then null else joined_at end
         where organization_id = $1 and user_id = $2`,
        [id, userId, status],
      );
    await setStatus(gone.userId, 'deactivated');
    await setStatus(invited.userId, 'pending');
    const find = async (input: object) => idsOf((await owner.client.query(NAME, input)).data);
    expect(await find({ role: 'guest' })).toEqual([guest.userId]);
    expect(await find({ role: 'owner' })).toEqual([owner.userId]);
    expect(await find({ status: 'active' })).toEqual([owner.userId, guest.userId]);
    expect(await find({ status: 'deactivated' })).toEqual([gone.userId]);
    expect(await find({ role: 'member', status: 'pending' })).toEqual([invited.userId]);
    expect(await find({ role: 'admin' })).toEqual([]);
  });

  it('200: page by page, each member once while others join and leave', async () => {
    const { addMember, owner, id } = await anOrganization({ app });
    const members = [owner];
    for (let count = 0; count < 4; count += 1) members.push(await addMember());
    const page = async (cursor?: string) => (await owner.client.query(NAME, { limit: 2, cursor })).data;
    const first = await page();
    expect(first.nextCursor).toBe(members[1]!.userId);
    const second = await page(first.nextCursor);
    await app.sql.query('delete from members where organization_id = $1 and user_id = $2', [
      id,
      members[2]!.userId,
    ]);
    const late = await addMember();
    const third = await page(second.nextCursor);
    expect(third.nextCursor).toBeNull();
    expect([first, second, third].flatMap(idsOf)).toEqual([
      ...members.map((member) => member.userId),
      late.userId,
    ]);
  });

  it.each([
    ['a limit of 0', { limit: 0 }, 'limit'],
    ['a limit of 201', { limit: 201 }, 'limit'],
    ['a limit as text', { limit: '50' }, 'limit'],
    ['an invalid role', { role: 'root' }, 'role'],
    ['an invalid status', { status: 'gone' }, 'status'],
    ['an invalid cursor', { cursor: 'x' }, 'cursor'],
    ['an unknown cursor', { cursor: 'usr_00000000000000000000000000' }, 'cursor'],
    ['a search of 201 characters', { search: 'x'.repeat(201) }, 'search'],
    ['a search with NUL', { search: 'a\u0000' }, 'search'],
    ['an unknown key', { organizationId: 'x' }, 'organizationId'],
  ])('400: %s', async (_what, input, path) => {
    const { owner } = await anOrganization({ app });
    const { status, error } = await owner.client.query(NAME, input);
    expect(status).toBe(400);
    expect(error!.data.issues!.map((issue) => issue.path)).toEqual([path]);
  });

  it('400: another organization’s member as a cursor, like a missing one', async () => {
    const { owner } = await anOrganization({ app });
    const other = await anOrganization({ app });
    const foreign = await owner.client.query(NAME, { cursor: other.owner.userId });
    const missing = await owner.client.query(NAME, { cursor: 'usr_00000000000000000000000000' });
    expect(foreign.status).toBe(400);
    expect(foreign.body).toEqual(missing.body);
  });

  it('401 and 403: no credential, a guest, and a token without the scope read', async () => {
    const { addMember, owner, slug, tokenFor } = await anOrganization({ app });
    expect((await new WireClient(app, { slug }).query(NAME)).status).toBe(401);
    const guest = await addMember('guest');
    expect((await guest.client.query(NAME)).status).toBe(403);
    const client = await tokenFor(owner, ['write', 'admin']);
    expect((await client.query(NAME)).status).toBe(403);
  });

  it('200: search ignores the case of every script', async () => {
    const { addMember, owner } = await anOrganization({ app });
    const { userId } = await addMember('member', 'ΝΊΚΟΣ');
    for (const search of ['ΝΊΚΟΣ', 'Νίκος', 'κος'])
      expect(idsOf((await owner.client.query(NAME, { search })).data), search).toEqual([userId]);
  });
});
