import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../../../src/access/scope';
import { tokenDigest } from '../../../../src/modules/tokens/token-secret';
import { sharedApp, type TestApp } from '../../../support/app';
import { WireClient, type WireAnswer } from '../../../support/client';
import { anAccount } from '../../../support/factories/account.factory';
import {
  anOrganization,
  type TestMember,
  type TestOrganization,
} from '../../../support/factories/organization.factory';

const ROUTE = '/api/auth/tokens';
const DAY_MS = 86_400_000;

interface Created {
  id: string;
  name: string;
  token: string;
  scopes: Scope[];
  expiresAt: string | null;
  createdAt: string;
}

describe(`POST ${ROUTE}`, () => {
  let app: TestApp;
  let organization: TestOrganization;
  let owner: TestMember;
  beforeAll(async () => {
    app = await sharedApp();
    organization = await anOrganization({ app });
    owner = organization.owner;
  });

  const create = (client: WireClient, input: unknown, headers: Record<string, string> = {}) =>
    client.request('POST', ROUTE, input, headers);
  const made = (answer: WireAnswer) => answer.body as Created;
  /** A client with a token that was created over the wire. */
  const clientOf = (answer: WireAnswer) =>
    new WireClient(app, { token: made(answer).token, slug: organization.slug });
  const traces = async () => {
    const { rows } = await app.sql.query<{ tokens: number; events: number }>(
      `select (select count(*)::int from tokens where organization_id = $1) as tokens,
              (select count(*)::int from outbox where organization_id = $1) as events`,
      [organization.id],
    );
    return rows[0];
  };

  it('201: the record with the secret, which works immediately', async () => {
    const answer = await create(owner.client, { name: 'CI', scopes: ['read', 'write'], expiresIn: '90d' });
    expect(answer.status).toBe(201);
    const token = made(answer);
    expect(token).toEqual({
      id: expect.stringMatching(/^tok_[0-9A-Z]{26}$/),
      name: 'CI',
      token: expect.stringMatching(/^svc_pat_[0-9A-Za-z]{46}$/),
      scopes: ['read', 'write'],
      expiresAt: expect.stringMatching(/Z$/),
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(Date.parse(token.expiresAt!) - Date.parse(token.createdAt)).toBe(90 * DAY_MS);
    expect((await clientOf(answer).query('auth.me')).data.id).toBe(owner.userId);
    expect((await clientOf(answer).mutate('organizations.update', { name: 'x' })).status).toBe(403);
  });

  it('201: stores only a digest of the secret, and its event contains none', async () => {
    const answer = await create(owner.client, { name: 'Digest', scopes: ['read'] });
    const { id, token } = made(answer);
    const { rows } = await app.sql.query<{ text: string; secret_digest: Buffer }>(
      `select row::text as text, secret_digest from tokens row where id = $1`,
      [id],
    );
    expect(rows[0]!.secret_digest.equals(tokenDigest(token))).toBe(true);
    expect(rows[0]!.text).not.toContain(token.slice(8));
    const events = await app.sql.query<{ type: string; actor_id: string; data: object }>(
      `select type, actor_id, data from outbox where data->'token'->>'id' = $1`,
      [id],
    );
    expect(events.rows).toEqual([
      { type: 'token.created', actor_id: owner.userId, data: { token: expect.objectContaining({ id }) } },
    ]);
    expect(JSON.stringify(events.rows)).not.toContain('svc_pat_');
  });

  it('201: wrapped as a procedure’s input', async () => {
    const wrapped = await create(owner.client, { json: { name: 'Wrapped', scopes: ['read'] } });
    expect(wrapped.status).toBe(201);
    expect(made(wrapped)).toMatchObject({ name: 'Wrapped', expiresAt: null });
    const withMeta = await create(owner.client, { json: { name: 'W', scopes: ['read'] }, meta: {} });
    expect(withMeta.status).toBe(201);
  });

  it('201: for a session, with any scope; for a guest too', async () => {
    const { client } = await anAccount({ app });
    const scopes = ['read', 'write', 'delete', 'admin', 'webhooks'];
    expect(made(await create(client, { name: 'All', scopes })).scopes).toEqual(scopes);
    const guest = await organization.addMember('guest');
    expect((await create(guest.client, { name: 'Guest', scopes: ['read'] })).status).toBe(201);
  });

  it.each([
    ['12h', DAY_MS / 2],
    ['6w', 42 * DAY_MS],
    ['1y', 365 * DAY_MS],
    ['366d', 366 * DAY_MS],
  ])('201: expires after %s', async (expiresIn, lifetimeMs) => {
    const token = made(await create(owner.client, { name: 'x', scopes: ['read'], expiresIn }));
    expect(Date.parse(token.expiresAt!) - Date.parse(token.createdAt)).toBe(lifetimeMs);
  });

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['a blank name', { name: ' ' }, 'name'],
    ['a long name', { name: 'x'.repeat(101) }, 'name'],
    ['no scopes', { scopes: undefined }, 'scopes'],
    ['an empty list of scopes', { scopes: [] }, 'scopes'],
    ['an invalid scope', { scopes: ['read', 'root'] }, 'scopes'],
    ['a scope twice', { scopes: ['read', 'read'] }, 'scopes'],
    ['scopes as text', { scopes: 'read' }, 'scopes'],
    ['scopes as an object', { scopes: { 0: 'read', length: 1 } }, 'scopes'],
    ['a scope in a list', { scopes: [['read']] }, 'scopes'],
    ['a lifetime without a unit', { expiresIn: '90' }, 'expiresIn'],
    ['a lifetime as a number', { expiresIn: 90 }, 'expiresIn'],
    ['no lifetime at all', { expiresIn: '0d' }, 'expiresIn'],
    ['a negative lifetime', { expiresIn: '-1d' }, 'expiresIn'],
    ['a part of a day', { expiresIn: '1.5d' }, 'expiresIn'],
    ['367 days', { expiresIn: '367d' }, 'expiresIn'],
    ['two years', { expiresIn: '2y' }, 'expiresIn'],
    ['a lifetime beyond numbers', { expiresIn: `${'9'.repeat(400)}d` }, 'expiresIn'],
    ['another person', { userId: 'usr_00000000000000000000000000' }, 'userId'],
    ['a given secret', { token: 'svc_pat_x' }, 'token'],
  ])('400: %s', async (_what, change, path) => {
    const before = await traces();
    const answer = await create(owner.client, { name: 'x', scopes: ['read'], ...change });
    expect(answer.status).toBe(400);
    expect(answer.error).toMatchObject({ code: -32600, data: { code: 'BAD_REQUEST', path: ROUTE } });
    expect(answer.error!.data.issues!.map((issue) => issue.path)).toEqual([path]);
    expect(await traces()).toEqual(before);
  });

  it('401: no credential; problems of the body are not reported', async () => {
    const answer = await create(new WireClient(app, { slug: organization.slug }), { nonsense: true });
    expect(answer.status).toBe(401);
    expect(answer.error!.data).toEqual({ code: 'UNAUTHORIZED', httpStatus: 401, path: ROUTE });
  });

  it('401: a secret with one different character', async () => {
    const answer = await create(owner.client, { name: 'Flip', scopes: ['read'] });
    const secret = made(answer).token;
    for (const at of [0, 8, 20, secret.length - 7, secret.length - 6, secret.length - 1]) {
      const other = secret[at] === 'x' ? 'y' : 'x';
      const token = secret.slice(0, at) + other + secret.slice(at + 1);
      expect((await owner.client.as({ token }).query('auth.me')).status).toBe(401);
    }
    expect((await clientOf(answer).query('auth.me')).status).toBe(200);
  });

  it('401: after its expiry', async () => {
    const answer = await create(owner.client, { name: 'Short', scopes: ['read'], expiresIn: '1h' });
    await app.sql.query(`update tokens set expires_at = now() - interval '1 second' where id = $1`, [
      made(answer).id,
    ]);
    expect((await clientOf(answer).query('auth.me')).status).toBe(401);
  });

  it('403: a token cannot grant a scope that it lacks', async () => {
    const client = await organization.tokenFor(owner, ['read', 'write']);
    const before = await traces();
    for (const scopes of [['read', 'delete'], ['admin'], ['read', 'write', 'webhooks']]) {
      const answer = await create(client, { name: 'x', scopes });
      expect(answer.status).toBe(403);
      expect(answer.error!.data).toMatchObject({ code: 'FORBIDDEN', path: ROUTE });
    }
    expect(await traces()).toEqual(before);
    expect((await create(client, { name: 'x', scopes: ['write'] })).status).toBe(201);
  });

  it('403: a read-only token cannot create tokens', async () => {
    const client = await organization.tokenFor(owner, ['read']);
    expect((await create(client, { name: 'x', scopes: ['read'] })).status).toBe(403);
  });

  it('403: a token cannot create one that outlives it; by default the new one expires with it', async () => {
    const parent = await create(owner.client, { name: 'Parent', scopes: ['write'], expiresIn: '10d' });
    const client = clientOf(parent);
    expect((await create(client, { name: 'x', scopes: ['write'], expiresIn: '11d' })).status).toBe(403);
    const shorter = await create(client, { name: 'x', scopes: ['write'], expiresIn: '9d' });
    expect(shorter.status).toBe(201);
    const silent = made(await create(client, { name: 'x', scopes: ['write'] }));
    expect(silent.expiresAt).toBe(made(parent).expiresAt);
  });

  it('403: a session of a member of another organization', async () => {
    const { cookie } = await anAccount({ app });
    const client = new WireClient(app, { cookie, slug: organization.slug });
    expect((await create(client, { name: 'x', scopes: ['read'] })).status).toBe(403);
  });

  it('409: a repeated Idempotency-Key has no effect, and the secret is not returned again', async () => {
    const key = { 'idempotency-key': randomBytes(8).toString('hex') };
    const input = { name: 'Once', scopes: ['read'] };
    const first = await create(owner.client, input, key);
    expect(first.status).toBe(201);
    const before = await traces();
    const again = await create(owner.client, input, key);
    expect(again.status).toBe(409);
    expect(JSON.stringify(again.body)).not.toContain('svc_pat_');
    const other = await create(owner.client, { ...input, name: 'Twice' }, key);
    expect(other.status).toBe(409);
    expect(await traces()).toEqual(before);
    const kept = await app.sql.query<{ text: string }>(
      'select row::text as text from idempotency_keys row where key = $1',
      [key['idempotency-key']],
    );
    expect(kept.rows[0]!.text).not.toContain('svc_pat_');
  });

  it('415: a body of another type', async () => {
    const answer = await create(owner.client, '{"name":"x","scopes":["read"]}', {
      'content-type': 'text/plain',
    });
    expect(answer.status).toBe(415);
  });
});
