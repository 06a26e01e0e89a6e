import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { deliverEvents } from '../../support/events';
import { aBoard } from '../../support/factories/board.factory';
import { anAccount, aSession } from '../../support/factories/account.factory';
import { anOrganization } from '../../support/factories/organization.factory';

const NAME = 'auth.updateProfile';

describe('auth.updateProfile', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp();
  });

  it('200: changes the given fields, everywhere the user is shown', async () => {
    const { client, userId, email } = await anAccount({ app });
    const avatar = 'https://example.com/ada.png';
    const answer = await client.mutate(NAME, { name: 'Ada Lovelace', avatar });
    expect(answer.status).toBe(200);
    const expected = {
      id: userId,
      email,
      name: 'Ada Lovelace',
      avatar,
      isServiceAccount: false,
      updatedAt: expect.any(String),
    };
    expect(answer.data).toEqual(expected);
    expect((await client.query('auth.me')).data).toMatchObject(answer.data);
    const { data } = await client.query('organizations.members.list');
    expect(data.members).toEqual([expect.objectContaining({ id: userId, name: 'Ada Lovelace', avatar })]);
    const cleared = await client.mutate(NAME, { avatar: null });
    expect(cleared.data).toEqual({ ...expected, avatar: null });
    expect(cleared.data.updatedAt > answer.data.updatedAt).toBe(true);
  });

  it('403: with a token of one organization while the user is in another too; a session can', async () => {
    const [one, two] = [await anOrganization({ app }), await anOrganization({ app })];
    const { client, userId } = await one.addMember('member', 'Before');
    expect((await client.mutate(NAME, { name: 'By token' })).status).toBe(200);
    await app.sql.query(
      `insert into members (organization_id, user_id, role, status, created_at, updated_at)
       values ($1, $2, 'member', 'active', now(), now())`,
      [two.id, userId],
    );
    expect((await client.mutate(NAME, { name: 'By token again' })).status).toBe(403);
    const { cookie } = await aSession(userId, { app });
    const { status, data } = await new WireClient(app, { cookie }).mutate(NAME, { name: 'By session' });
    expect([status, data.name]).toEqual([200, 'By session']);
  });

  it('200: cells with the user sort by the new name', async () => {
    const organization = await anOrganization({ app });
    const board = await aBoard({ organization, columns: [{ name: 'Owner', type: 'people' }] });
    const columnId = board.column('Owner');
    const anna = await organization.addMember('member', 'Anna');
    const berta = await organization.addMember('member', 'Berta');
    for (const { userId, name } of [anna, berta]) {
      const values = { [columnId]: [userId] };
      const input = { boardId: board.id, groupId: board.groupIds[0], name, values };
      expect((await organization.owner.client.mutate('items.create', input)).status).toBe(200);
    }
    const sorted = async () => {
      const { data } = await organization.owner.client.query('items.list', {
        boardId: board.id,
        sortBy: columnId,
      });
      return data.items.map(({ name }: { name: string }) => name);
    };
    expect(await sorted()).toEqual(['Anna', 'Berta']);
    expect((await anna.client.mutate(NAME, { name: 'Zoë' })).status).toBe(200);
    await deliverEvents(app);
    await expect.poll(sorted).toEqual(['Berta', 'Anna']);
  });

  it('200: with a token with the scope write, and for a user without an organization', async () => {
    const { addMember, id } = await anOrganization({ app });
    const { client } = await addMember('guest');
    expect((await client.mutate(NAME, { name: 'By token' })).data).toMatchObject({ name: 'By token' });
    const alone = await addMember();
    await app.sql.query('delete from members where organization_id = $1 and user_id = $2', [
      id,
      alone.userId,
    ]);
    const { cookie } = await aSession(alone.userId, { app });
    expect((await new WireClient(app, { cookie }).mutate(NAME, { name: 'Alone' })).status).toBe(200);
  });

  it.each([
    ['name', ['', '  ', 'x'.repeat(101), null, 5, 'A\u0000B']],
    [
      'avatar',
      [
        '',
        'ada.png',
        'javascript:alert(1)',
        'data:image/png;base64,AA==',
        'https://',
        'https://ada:secret@example.com/ada.png',
        `https://e.example/${'x'.repeat(2048)}`,
        1,
      ],
    ],
    ['email', ['ada@example.com']],
    ['expectedUpdatedAt', ['yesterday']],
  ])('400: %s rejects each of %j; nothing is written', async (field, values) => {
    const { client } = await anAccount({ app });
    const before = (await client.query('auth.me')).data;
    for (const value of values) {
      const { status, error } = await client.mutate(NAME, { [field]: value });
      expect([value, status]).toEqual([value, 400]);
      expect(error!.data.issues!.map(({ path }) => path)).toEqual([field]);
    }
    expect((await client.query('auth.me')).data).toEqual(before);
  });

  it('401 and 403: no credential, and a read-only token', async () => {
    expect((await new WireClient(app).mutate(NAME, { name: 'x' })).status).toBe(401);
    const { owner, tokenFor } = await anOrganization({ app });
    expect((await (await tokenFor(owner, ['read'])).mutate(NAME, { name: 'x' })).status).toBe(403);
  });

  it('409: when the account has changed since', async () => {
    const { client } = await anAccount({ app });
    const { updatedAt } = (await client.query('auth.me')).data;
    expect((await client.mutate(NAME, { name: 'One', expectedUpdatedAt: updatedAt })).status).toBe(200);
    expect((await client.mutate(NAME, { name: 'Two', expectedUpdatedAt: updatedAt })).status).toBe(409);
    expect((await client.query('auth.me')).data.name).toBe('One');
  });
});
