import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { aSession } from '../../support/factories/account.factory';
import { anOrganization } from '../../support/factories/organization.factory';

const NAME = 'organizations.create';

describe('organizations.create', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp();
  });

  /** A signed-in user who is a guest of one organization. */
  const aPerson = async () => {
    const { addMember } = await anOrganization({ app });
    const { userId } = await addMember('guest');
    const { cookie } = await aSession(userId, { app });
    return { userId, cookie, client: new WireClient(app, { cookie }) };
  };

  it('200: an organization with the defaults; the caller owns it from the next call on', async () => {
    const { client, cookie, userId } = await aPerson();
    const name = `Founded ${randomBytes(4).toString('hex')}`;
    const { status, data } = await client.mutate(NAME, { name });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      id: expect.stringMatching(/^org_/),
      name,
      slug: name.toLowerCase().replace(' ', '-'),
      logo: null,
      timezone: 'UTC',
      dateFormat: 'YYYY-MM-DD',
      weekStart: 'monday',
      language: 'en',
      plan: 'enterprise',
      requireTwoFactor: false,
      twoFactorRequiredFrom: null,
      outboundHosts: null,
    });
    const there = new WireClient(app, { cookie, slug: data.slug });
    expect((await there.query('organizations.get')).data).toEqual(data);
    const members = await there.query('organizations.members.list');
    expect(members.data.members).toEqual([
      expect.objectContaining({ id: userId, role: 'owner', status: 'active' }),
    ]);
    const { rows } = await app.sql.query(
      'select type, actor_id from outbox where organization_id = $1 order by sequence',
      [data.id],
    );
    expect(rows).toEqual([
      { type: 'organization.created', actor_id: userId },
      { type: 'member.joined', actor_id: userId },
    ]);
  });

  it('200: with settings and a chosen slug', async () => {
    const { client } = await aPerson();
    const input = {
      name: 'Own',
      slug: `o${randomBytes(5).toString('hex')}`,
      timezone: 'Europe/Berlin',
      dateFormat: 'DD.MM.YYYY',
      weekStart: 'sunday',
      language: 'de',
    };
    expect((await client.mutate(NAME, input)).data).toMatchObject(input);
  });

  it('200: a user without an organization creates one', async () => {
    const { client, userId } = await aPerson();
    await app.sql.query(`update members set status = 'deactivated' where user_id = $1`, [userId]);
    expect((await client.mutate(NAME, { name: 'First' })).status).toBe(200);
  });

  it('200: once for one Idempotency-Key', async () => {
    const { client } = await aPerson();
    const input = { name: `Once ${randomBytes(4).toString('hex')}` };
    const key = { 'idempotency-key': 'once' };
    const first = await client.mutate(NAME, input, key);
    const again = await client.mutate(NAME, input, key);
    expect(again.body).toEqual(first.body);
    expect((await client.query('auth.me')).data.memberships).toHaveLength(2);
  });

  it.each([
    ['no name', {}, 'name'],
    ['a blank name', { name: ' ' }, 'name'],
    ['a reserved slug', { name: 'x', slug: 'www' }, 'slug'],
    ['a slug with a dot', { name: 'x', slug: 'a.b.c' }, 'slug'],
    ['a slug with a hyphen at its end', { name: 'x', slug: 'abc-' }, 'slug'],
    ['a slug of 64', { name: 'x', slug: 'a'.repeat(64) }, 'slug'],
    ['an invalid zone', { name: 'x', timezone: 'Nowhere/Land' }, 'timezone'],
    ['a plan', { name: 'x', plan: 'enterprise' }, 'plan'],
  ])('400: %s', async (_what, input, path) => {
    const { client } = await aPerson();
    const { status, error } = await client.mutate(NAME, input);
    expect(status).toBe(400);
    expect(error!.data.issues!.map((issue) => issue.path)).toEqual([path]);
  });

  it('401: no credential', async () => {
    expect((await new WireClient(app).mutate(NAME, { name: 'x' })).status).toBe(401);
  });

  it('403: a token, with any scope', async () => {
    const { owner } = await anOrganization({ app });
    const name = `By token ${randomBytes(4).toString('hex')}`;
    const { status, error } = await owner.client.mutate(NAME, { name });
    expect(status).toBe(403);
    expect(error!.data).toMatchObject({ code: 'FORBIDDEN', path: NAME });
    const { rows } = await app.sql.query('select from organizations where name = $1', [name]);
    expect(rows).toHaveLength(0);
  });

  it('409: a taken slug, naming the field', async () => {
    const { client } = await aPerson();
    const { slug } = await anOrganization({ app });
    const { status, error } = await client.mutate(NAME, { name: 'Second', slug });
    expect(status).toBe(409);
    expect(error!.data.issues!.map((issue) => issue.path)).toEqual(['slug']);
    expect((await client.query('auth.me')).data.memberships).toHaveLength(1);
  });
});
