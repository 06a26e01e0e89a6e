import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, startApp, type TestApp } from '../../support/app';
import { auditEntries } from '../../support/audit';
import { type WireAnswer, WireClient } from '../../support/client';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { Mailbox } from '../../support/mailbox';
import { eventsOf, refusedPaths } from '../../support/refusals';
import { contentsOf } from '../../support/table-contents';

const ROUTE = '/api/auth/tokens/leaked';

async function aToken(
  { owner }: TestOrganization,
  input: object = {},
): Promise<{ id: string; token: string }> {
  const given = { name: 'Found', scopes: ['read', 'write'], ...input };
  const { body } = await owner.client.request('POST', '/api/auth/tokens', given);
  return body as { id: string; token: string };
}

const report = (app: TestApp, token: unknown): Promise<WireAnswer> =>
  new WireClient(app).request('POST', ROUTE, { token });

describe(`POST ${ROUTE}`, () => {
  let app: TestApp;
  let organization: TestOrganization;
  beforeAll(async () => {
    app = await sharedApp();
    organization = await anOrganization({ app });
  });

  it('202: the token is rejected from the next call on, and the others are not', async () => {
    const { token } = await aToken(organization);
    const caller = new WireClient(app, { token, slug: organization.slug });
    expect((await caller.query('auth.me')).status).toBe(200);
    const answer = await report(app, token);
    expect([answer.status, answer.body]).toEqual([202, { success: true }]);
    expect((await caller.query('auth.me')).status).toBe(401);
    expect((await organization.owner.client.query('auth.me')).status).toBe(200);
  });

  it('202: its owner is notified by mail, without any text of a possible thief', async () => {
    const mailbox = Mailbox.of(app);
    const own = await anOrganization({ app });
    const { id, token } = await aToken(own, { name: 'Call +1 555 0100 at once' });
    await report(app, token);
    const mail = await mailbox.next(own.owner.email);
    expect(mail.subject).toBe('A personal access token was exposed and revoked');
    expect(mail.text).toContain(id);
    expect(mail.text).toContain(`http://${own.slug}.trestle.test`);
    expect(mail.text).not.toMatch(/555|svc_pat_/);
  });

  it('202: an event and an audit entry, without actor and secret', async () => {
    const own = await anOrganization({ app });
    const { id, token } = await aToken(own);
    await report(app, token);
    expect((await eventsOf(own)).map(({ type, actorId }) => [type, actorId])).toEqual([
      ['token.created', own.owner.userId],
      ['token.revoked', null],
    ]);
    const entries = await auditEntries(own, { action: 'auth.tokens.reportLeaked' });
    expect(entries).toEqual([
      expect.objectContaining({
        outcome: 'success',
        actor: null,
        target: id,
        details: {
          before: { userId: own.owner.userId, name: 'Found', scopes: ['read', 'write'], expiresAt: null },
        },
      }),
    ]);
    expect(JSON.stringify([entries, await eventsOf(own)])).not.toContain(token.slice(8));
  });

  it('202: of twenty concurrent reports one counts', async () => {
    const own = await anOrganization({ app });
    const { token } = await aToken(own);
    const answers = await Promise.all(Array.from({ length: 20 }, () => report(app, token)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 202));
    expect((await eventsOf(own)).map(({ type }) => type)).toEqual(['token.created', 'token.revoked']);
  });

  it('202: as a body wrapped like a procedure’s input', async () => {
    const { token } = await aToken(organization);
    const answer = await new WireClient(app).request('POST', ROUTE, { json: { token } });
    expect(answer.status).toBe(202);
    const caller = new WireClient(app, { token, slug: organization.slug });
    expect((await caller.query('auth.me')).status).toBe(401);
  });

  it.each([
    ['no token', {}, 'token'],
    ['a list of tokens', { token: ['svc_pat_x'] }, 'token'],
    ['an empty one', { token: '' }, 'token'],
    ['more than a token', { token: 'x'.repeat(1_001) }, 'token'],
    ['another key', { token: 'x', url: 'https://example.com' }, 'url'],
  ])('400: %s', async (_what, body, path) => {
    expect(refusedPaths(await new WireClient(app).request('POST', ROUTE, body))).toEqual([path]);
  });
});

describe(`POST ${ROUTE}, with an invalid token`, () => {
  let app: TestApp;
  afterEach(() => app?.close());

  it('has the same response, and no effect', async () => {
    app = await startApp({ ROLES: 'api' });
    const organization = await anOrganization({ app });
    const used = await aToken(organization);
    const live = await report(app, used.token);
    const expired = await aToken(organization);
    await app.sql.query(`update tokens set expires_at = now() - interval '1 second' where id = $1`, [
      expired.id,
    ]);
    const kept = await aToken(organization);
    const mistyped = kept.token.slice(0, -1) + (kept.token.endsWith('x') ? 'y' : 'x');
    const before = await contentsOf(app);
    for (const token of [used.token, expired.token, mistyped, 'svc_pat_x', 'a password', `${kept.token} `]) {
      const answer = await report(app, token);
      expect([token, answer.status, answer.body]).toEqual([token, live.status, live.body]);
    }
    expect(await contentsOf(app)).toEqual(before);
  });

  it('counts against the rate limit of the address, beyond which it is rejected', async () => {
    app = await startApp({ ROLES: 'api', RATE_LIMITS: 'on' });
    const first = await report(app, 'svc_pat_x');
    const second = await report(app, 'svc_pat_x');
    expect(first.headers['x-ratelimit-limit']).toBe('1000');
    const left = [first, second].map(({ headers }) => Number(headers['x-ratelimit-remaining']));
    expect(left[0]! - left[1]!).toBe(1);
    await Promise.all(Array.from({ length: left[1]! }, () => report(app, 'svc_pat_x')));
    expect((await report(app, 'svc_pat_x')).status).toBe(429);
  });
});
