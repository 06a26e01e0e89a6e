import { beforeAll, describe, expect, it } from 'vitest';
import { TokenLastUsedRecorder } from '../../../../src/modules/tokens/token-last-used.recorder';
import { sharedApp, startApp, type TestApp } from '../../../support/app';
import { WireClient } from '../../../support/client';
import { aSession } from '../../../support/factories/account.factory';
import { anOrganization } from '../../../support/factories/organization.factory';
import { withClient } from '../../../support/global-setup';

describe('auth.tokens.list', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp();
  });

  it('200: the caller’s own tokens of this organization, oldest first, without their secrets', async () => {
    const { addMember, id, slug, owner } = await anOrganization({ app });
    const { userId } = await addMember();
    const { cookie } = await aSession(userId, { app });
    const client = new WireClient(app, { cookie, slug });
    const created = await client.request('POST', '/api/auth/tokens', {
      name: 'CI',
      scopes: ['read', 'webhooks'],
      expiresIn: '1d',
    });
    const { token, ...record } = created.body as Record<string, unknown>;
    const elsewhere = await anOrganization({ app });
    await app.sql.query(
      `insert into members (organization_id, user_id, role, status, created_at, updated_at)
       values ($1, $2, 'member', 'active', now(), now())`,
      [elsewhere.id, userId],
    );
    await elsewhere.tokenFor({ ...owner, userId }, ['read']);
    const answer = await client.query('auth.tokens.list');
    expect(answer.status).toBe(200);
    expect(answer.data.nextCursor).toBeNull();
    expect(answer.data.tokens).toEqual([
      expect.objectContaining({ name: 'test', expiresAt: null, lastUsedAt: null }),
      { ...record, workspaceIds: null, boardIds: null, allowedCidrs: null, lastUsedAt: null },
    ]);
    expect(JSON.stringify(answer.body)).not.toContain(token);
    expect(JSON.stringify(answer.body)).not.toContain('svc_pat_');
    expect(id).not.toBe(elsewhere.id);
  });

  it('200: shows when a token was last used', async () => {
    const { owner } = await anOrganization({ app });
    await owner.client.query('auth.me');
    await app.nest.get(TokenLastUsedRecorder, { strict: false }).flush();
    const { data } = await owner.client.query('auth.tokens.list');
    expect(Date.now() - Date.parse(data.tokens[0].lastUsedAt)).toBeLessThan(60_000);
  });

  it('loses no last use when the process stops', async () => {
    const own = await startApp({ ROLES: 'api' });
    const { owner } = await anOrganization({ app: own });
    await owner.client.query('organizations.get');
    await own.close();
    const rows = await withClient(own.databaseUrl, async (client) => {
      const result = await client.query(
        `select tokens.last_used_at is not null as used, members.last_active_at is not null as active
         from tokens join members using (organization_id, user_id) where user_id = $1`,
        [owner.userId],
      );
      return result.rows as unknown[];
    });
    expect(rows).toEqual([{ used: true, active: true }]);
  });

  it('200: page by page, each token once', async () => {
    const { owner, tokenFor } = await anOrganization({ app });
    for (let count = 0; count < 4; count += 1) await tokenFor(owner, ['read']);
    const first = await owner.client.query('auth.tokens.list', { limit: 2 });
    expect(first.data.tokens).toHaveLength(2);
    expect(first.data.nextCursor).toBe(first.data.tokens[1].id);
    const second = await owner.client.query('auth.tokens.list', { limit: 2, cursor: first.data.nextCursor });
    const third = await owner.client.query('auth.tokens.list', { limit: 2, cursor: second.data.nextCursor });
    expect(third.data.nextCursor).toBeNull();
    const ids = [first, second, third].flatMap((page) =>
      page.data.tokens.map((token: { id: string }) => token.id),
    );
    expect(ids).toHaveLength(5);
    expect(new Set(ids).size).toBe(5);
    expect([...ids].sort()).toEqual(ids);
  });

  it.each([
    ['a limit of 0', { limit: 0 }, 'limit'],
    ['a limit of 201', { limit: 201 }, 'limit'],
    ['an invalid cursor', { cursor: 'x' }, 'cursor'],
    ['an unknown cursor', { cursor: 'tok_00000000000000000000000000' }, 'cursor'],
    ['another user', { userId: 'usr_00000000000000000000000000' }, 'userId'],
  ])('400: %s', async (_what, input, path) => {
    const { owner } = await anOrganization({ app });
    const { status, error } = await owner.client.query('auth.tokens.list', input);
    expect(status).toBe(400);
    expect(error!.data.issues!.map((issue) => issue.path)).toEqual([path]);
  });

  it('400: another organization’s token as a cursor, like a missing one', async () => {
    const { owner } = await anOrganization({ app });
    const other = await anOrganization({ app });
    const { data } = await other.owner.client.query('auth.tokens.list');
    const foreign = await owner.client.query('auth.tokens.list', { cursor: data.tokens[0].id });
    const missing = await owner.client.query('auth.tokens.list', {
      cursor: 'tok_00000000000000000000000000',
    });
    expect(foreign.status).toBe(400);
    expect(foreign.body).toEqual(missing.body);
  });

  it('401 and 403: no credential, and a token without the scope read', async () => {
    const { owner, tokenFor } = await anOrganization({ app });
    expect((await new WireClient(app).query('auth.tokens.list')).status).toBe(401);
    const client = await tokenFor(owner, ['write']);
    expect((await client.query('auth.tokens.list')).status).toBe(403);
  });
});
