import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { sharedApp, startApp, type TestApp } from '../../support/app';
import { APEX, type WireAnswer, WireClient } from '../../support/client';
import { anAccount, type TestAccount } from '../../support/factories/account.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';

type Headers = Record<string, string>;

/** Asks which organization a request is about. */
const ask = (client: WireClient, headers: Headers): Promise<WireAnswer> =>
  client.request('GET', '/api/trpc/organizations.get', undefined, { host: APEX, ...headers });

async function outcome(client: WireClient, headers: Headers): Promise<string | number> {
  const answer = await ask(client, headers);
  return answer.status === 200 ? (answer.data.slug as string) : answer.status;
}

async function join(app: TestApp, userId: string, organization: TestOrganization): Promise<void> {
  await app.sql.query(
    `insert into members (organization_id, user_id, role, status, joined_at, created_at, updated_at)
     values ($1, $2, 'member', 'active', now(), now(), now())`,
    [organization.id, userId],
  );
}

describe('the organization of a request', () => {
  let app: TestApp;
  let own: TestOrganization;
  let other: TestOrganization;
  let token: WireClient;
  let session: WireClient;
  let account: TestAccount;
  beforeAll(async () => {
    app = await sharedApp();
    other = await anOrganization({ app });
    own = await anOrganization({ app });
    token = own.owner.client;
    account = await anAccount({ app });
    session = new WireClient(app, { cookie: account.cookie });
  });

  const host = (slug: string) => ({ host: `${slug}.${APEX}` });
  const tenant = (reference: string) => ({ 'x-tenant-id': reference });

  it('is the host’s', async () => {
    expect(await outcome(token, host(own.slug))).toBe(own.slug);
    expect(await outcome(session, host(account.slug))).toBe(account.slug);
  });

  it('is the header’s, by id or by slug, where the host has none', async () => {
    expect(await outcome(token, tenant(own.id))).toBe(own.slug);
    expect(await outcome(token, tenant(own.slug))).toBe(own.slug);
    expect(await outcome(session, tenant(account.organizationId))).toBe(account.slug);
    expect(await outcome(session, tenant(account.slug))).toBe(account.slug);
  });

  it('is the token’s own, or the session’s only one, where neither names one', async () => {
    for (const at of [
      APEX,
      '127.0.0.1',
      '127.0.0.1:3000',
      '[::1]',
      'localhost',
      'elsewhere.example',
      'x',
      'a..b',
    ]) {
      expect([at, await outcome(token, { host: at })]).toEqual([at, own.slug]);
      expect([at, await outcome(session, { host: at })]).toEqual([at, account.slug]);
    }
    expect(await outcome(token, tenant(''))).toBe(own.slug);
  });

  it('400: is not guessed for a session with several, nor for one with none', async () => {
    const both = await anAccount({ app });
    await join(app, both.userId, other);
    const client = new WireClient(app, { cookie: both.cookie });
    const answer = await ask(client, {});
    expect([answer.status, answer.error?.data.code]).toEqual([400, 'BAD_REQUEST']);
    expect(answer.error?.message).toContain('x-tenant-id');
    expect(await outcome(client, host(other.slug))).toBe(other.slug);
    expect(await outcome(client, tenant(both.slug))).toBe(both.slug);
    const alone = await anAccount({ app });
    await app.sql.query(`update members set status = 'deactivated' where user_id = $1`, [alone.userId]);
    expect(await outcome(new WireClient(app, { cookie: alone.cookie }), {})).toBe(400);
  });

  it('is the same in all places that name one', async () => {
    expect(await outcome(token, { ...host(own.slug), ...tenant(own.id) })).toBe(own.slug);
    expect(await outcome(session, { ...host(account.slug), ...tenant(account.slug) })).toBe(account.slug);
  });

  it('is found in a host of any case, port and dot', async () => {
    for (const at of [
      `${own.slug.toUpperCase()}.Trestle.TEST`,
      `${own.slug}.${APEX}:8080`,
      `${own.slug}.${APEX}.`,
    ]) {
      expect([at, await outcome(token, { host: at })]).toEqual([at, own.slug]);
    }
  });

  describe('contradiction', () => {
    /** Everything that does not lead into the caller's own organization. */
    const astray = (slug: string): Headers[] => [
      host(other.slug),
      host('unknown-slug'),
      { host: `${other.slug}.${APEX}:443` },
      { host: `${other.slug}.${APEX}.` },
      { host: `${other.slug}.${APEX}.:80` },
      { host: `${other.slug.toUpperCase()}.${APEX}` },
      { host: `${slug}.${other.slug}.${APEX}` },
      { host: `x.${APEX}` },
      { host: `.${APEX}` },
      { host: `-.${APEX}` },
      { host: `%2e.${APEX}` },
      { host: `${'x'.repeat(5_000)}.${APEX}` },
      tenant(other.id),
      tenant(other.slug),
      tenant('unknown-slug'),
      tenant(newId('organization')),
      tenant('org_'),
      tenant(`${slug}, ${other.slug}`),
      tenant("' or 1=1 --"),
      tenant('x'.repeat(5_000)),
      { ...host(slug), ...tenant(other.id) },
      { ...host(slug), ...tenant('unknown-slug') },
      { ...host(other.slug), ...tenant(slug) },
      { ...host('unknown-slug'), ...tenant(slug) },
    ];

    it('401 for a token, always the same', async () => {
      for (const headers of astray(own.slug)) {
        const answer = await ask(token, headers);
        expect([headers, answer.status, answer.error?.message]).toEqual([
          headers,
          401,
          'This token does not belong to this organization',
        ]);
      }
    });

    it('403 for a session, always the same', async () => {
      for (const headers of astray(account.slug)) {
        const answer = await ask(session, headers);
        expect([headers, answer.status, answer.error?.message]).toEqual([
          headers,
          403,
          'You are not an active member of this organization',
        ]);
      }
    });

    it('401 for a token also where no organization is required; a session is valid everywhere', async () => {
      for (const headers of [host(other.slug), host('unknown-slug'), tenant(other.slug)]) {
        const me = (client: WireClient) =>
          client.request('GET', '/api/trpc/auth.me', undefined, { host: APEX, ...headers });
        expect((await me(token)).status).toBe(401);
        expect((await me(session)).data.id).toBe(account.userId);
      }
    });

    it('does not reveal which organizations exist', async () => {
      const anonymous = new WireClient(app);
      const there = await ask(anonymous, host(other.slug));
      expect(there.status).toBe(401);
      expect((await ask(anonymous, host('unknown-slug'))).body).toEqual(there.body);
      expect((await ask(anonymous, tenant('unknown-slug'))).body).toEqual(there.body);
      expect((await ask(anonymous, {})).body).toEqual(there.body);
    });
  });

  it('is not taken from proxies’ headers', async () => {
    for (const name of ['x-forwarded-host', 'x-host', 'x-original-host', 'forwarded', 'x-forwarded-server']) {
      const value = name === 'forwarded' ? `host=${other.slug}.${APEX}` : `${other.slug}.${APEX}`;
      expect([name, await outcome(token, { ...host(own.slug), [name]: value })]).toEqual([name, own.slug]);
      expect([name, await outcome(session, { [name]: value })]).toEqual([name, account.slug]);
    }
  });

  it('403: for a session whose membership ended, immediately; 401: for a token', async () => {
    const organization = await anOrganization({ app });
    const member = await organization.addMember('member');
    const { cookie, userId } = await anAccount({ app });
    await join(app, userId, organization);
    const there = host(organization.slug);
    const client = new WireClient(app, { cookie });
    expect(await outcome(client, there)).toBe(organization.slug);
    expect(await outcome(member.client, there)).toBe(organization.slug);
    await app.sql.query(
      `update members set status = 'deactivated' where organization_id = $1 and role = 'member'`,
      [organization.id],
    );
    for (const id of [userId, member.userId]) {
      await app.sql.query(`select pg_notify('trestle_changes', $1)`, [`member:${id}`]);
    }
    await expect.poll(() => outcome(client, there)).toBe(403);
    await expect.poll(() => outcome(member.client, there)).toBe(401);
  });
});

describe('in an installation of one organization', () => {
  let app: TestApp;
  let own: TestOrganization;
  let other: TestOrganization;
  beforeAll(async () => {
    app = await startApp({ SINGLE_ORG: 'acme', ROLES: 'api' });
    own = await anOrganization({ app });
    await app.sql.query(`update organizations set slug = 'acme' where id = $1`, [own.id]);
    other = await anOrganization({ app });
  });
  afterAll(() => app.close());

  it('the apex and every other name are its host', async () => {
    for (const at of [APEX, `acme.${APEX}`, '127.0.0.1:3000', 'localhost', 'trestle.internal']) {
      expect([at, await outcome(own.owner.client, { host: at })]).toEqual([at, 'acme']);
      expect([at, await outcome(other.owner.client, { host: at })]).toEqual([at, 401]);
    }
  });

  it('another organization would have its own host', async () => {
    expect(await outcome(other.owner.client, { host: `${other.slug}.${APEX}` })).toBe(other.slug);
    expect(await outcome(own.owner.client, { host: `${other.slug}.${APEX}` })).toBe(401);
  });

  it('a header that contradicts the apex is rejected', async () => {
    expect(await outcome(own.owner.client, { 'x-tenant-id': own.id })).toBe('acme');
    expect(await outcome(other.owner.client, { 'x-tenant-id': other.id })).toBe(401);
  });
});
