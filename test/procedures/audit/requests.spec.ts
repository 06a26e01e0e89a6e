import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from 'node:http';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { listen, startApp, type TestApp } from '../../support/app';
import type { ShownAuditEntry } from '../../support/audit';
import { auditEntries } from '../../support/audit';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { newTokenSecret, tokenDigest } from '../../../src/modules/tokens/token-secret';
import { newId } from '../../../src/kernel/ids';

/** The headers of a caller, on a separate connection: no client library corrects them. */
describe('the request data of audit entries', () => {
  let app: TestApp;
  let trusting: TestApp;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    trusting = await startApp({ ROLES: 'api', TRUST_PROXY: '127.0.0.1' });
  });
  afterAll(async () => {
    await app.close();
    await trusting.close();
  });

  async function entryOf(
    where: TestApp,
    headers: Record<string, string>,
  ): Promise<{ entry: ShownAuditEntry; response: IncomingMessage }> {
    const organization = await anOrganization({ app: where });
    const response = await rename(where, organization, headers);
    expect(response.statusCode).toBe(200);
    const [entry] = await auditEntries(organization);
    return { entry: entry!, response };
  }

  const ports = new Map<TestApp, Promise<number>>();
  async function rename(
    where: TestApp,
    { id, slug, owner }: TestOrganization,
    headers: Record<string, string>,
  ): Promise<IncomingMessage> {
    if (!ports.has(where)) ports.set(where, listen(where));
    const secret = newTokenSecret();
    await where.sql.query(
      `insert into tokens (organization_id, id, user_id, name, scopes, secret_digest, created_at)
       values ($1, $2, $3, 'wire', '{admin}', $4, now())`,
      [id, newId('token'), owner.userId, tokenDigest(secret)],
    );
    const call = request({
      port: await ports.get(where)!,
      method: 'POST',
      path: '/api/trpc/organizations.update',
      headers: {
        host: `${slug}.trestle.test`,
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        ...headers,
      },
      agent: false,
    });
    call.end(JSON.stringify({ json: { name: 'Renamed' } }));
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    return response;
  }

  it('is the address of the connection, whatever headers contain', async () => {
    const { entry } = await entryOf(app, {
      'x-forwarded-for': '203.0.113.7',
      forwarded: 'for=203.0.113.7',
      'x-real-ip': '203.0.113.7',
    });
    expect(entry.ip).toBe('127.0.0.1');
  });

  it('behind a trusted proxy, is the address that the proxy saw, and not the ones before it', async () => {
    const { entry } = await entryOf(trusting, { 'x-forwarded-for': '203.0.113.7, 198.51.100.9' });
    expect(entry.ip).toBe('198.51.100.9');
  });

  it('contains a plain request id, which is also in the response', async () => {
    const { entry, response } = await entryOf(app, { 'x-request-id': 'client-7.a_B' });
    expect([entry.requestId, response.headers['x-request-id']]).toEqual(['client-7.a_B', 'client-7.a_B']);
  });

  it.each(['<script>', 'a b', '=1+1', 'x'.repeat(129), "';--", '%0a'])(
    'contains no request id such as %s: a new one, also in the response',
    async (given) => {
      const { entry, response } = await entryOf(app, { 'x-request-id': given });
      expect(entry.requestId).toMatch(/^[0-9a-f-]{36}$/);
      expect(response.headers['x-request-id']).toBe(entry.requestId);
    },
  );

  it('contains a user agent without control characters and of limited length', async () => {
    const sent = { 'user-agent': `=cmd|'/c calc'!A1\t\u0085\u009b31m${'x'.repeat(5_000)}` };
    const { entry } = await entryOf(app, sent);
    expect(entry.userAgent).toHaveLength(256);
    expect(entry.userAgent).toMatch(/^=cmd\|'\/c calc'!A1 .*31mx+…$/);
    expect(entry.userAgent).not.toMatch(/\p{Cc}/u);
  });

  it('contains no user agent when none is sent', async () => {
    expect((await entryOf(app, {})).entry.userAgent).toBeNull();
  });
});
