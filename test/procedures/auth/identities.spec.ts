import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useClock } from '../../../src/kernel/clock';
import { CredentialRevocation } from '../../../src/access/credential-revocation';
import { APEX, WireClient } from '../../support/client';
import { anAccount, aSession, type TestAccount } from '../../support/factories/account.factory';
import { type ProviderId, ProviderWorld } from '../../support/openid-provider/provider-world';
import { waitsOrCompletes } from '../../support/waiting';

const LIST = 'auth.identities.list';
const REMOVE = 'auth.identities.remove';
const RESTORE = 'auth.identities.restore';

type Walked = Exclude<ProviderId, 'github'>;

describe('sign-in providers of an account', () => {
  let world: ProviderWorld;
  let nowMs: number;
  beforeAll(async () => {
    world = await ProviderWorld.start();
  });
  afterAll(() => world?.close());
  beforeEach(() => {
    nowMs = Date.now();
    useClock({ now: () => new Date(nowMs) });
  });
  afterEach(() => useClock());

  /** An account whose address is proved, so that joining a provider takes nothing from it. */
  const anOwner = async (): Promise<TestAccount> => {
    const account = await anAccount({ app: world.app });
    await world.app.sql.query('update users set email_confirmed_at = now() where id = $1', [account.userId]);
    return account;
  };
  const claimsOf = (email: string) => ({
    sub: `sub-${randomBytes(8).toString('hex')}`,
    email,
    email_verified: true,
    xms_edov: true,
  });
  /** Signs in with a provider; returns the status, the reason of a rejection, and the user. */
  const signIn = async (name: Walked, claims: Record<string, unknown>) => {
    const browser = world.browser();
    const { status, body } = await world.walk(browser, name, claims);
    const reason = /Reason: <code>([^<]*)/.exec(String(body))?.[1];
    const client = new WireClient(world.app, { cookie: `session=${browser.cookie('session', APEX) ?? ''}` });
    return { status, reason, client, hasSession: browser.cookie('session', APEX) !== undefined };
  };
  const connected = async ({ client }: TestAccount) =>
    (
      (await client.query(LIST)).data.identities as { provider: string; disconnectedAt: string | null }[]
    ).flatMap(({ provider, disconnectedAt }) => (disconnectedAt === null ? [provider] : []));
  const withoutPassword = ({ userId }: TestAccount) =>
    world.app.sql.query('update users set password_hash = null where id = $1', [userId]);

  describe('auth.identities.list', () => {
    it('200: each provider once, with its first and last use; not those of other users', async () => {
      const account = await anOwner();
      expect((await account.client.query(LIST)).data).toEqual({ identities: [] });
      const claims = claimsOf(account.email);
      const first = new Date(nowMs).toISOString();
      await signIn('google', claims);
      nowMs += 60_000;
      await signIn('google', claims);
      await signIn('google', claimsOf(account.email));
      await signIn('oidc', claimsOf(account.email));
      await signIn('google', claimsOf((await anOwner()).email));
      const last = new Date(nowMs).toISOString();
      const row = { isOffered: true, disconnectedAt: null, lastUsedAt: last };
      expect((await account.client.query(LIST)).data.identities).toEqual([
        { ...row, provider: 'google', name: 'Google', createdAt: first },
        { ...row, provider: 'oidc', name: 'OpenID Connect', createdAt: last },
      ]);
    });

    it('401 and 403: no credential, and a token', async () => {
      expect((await new WireClient(world.app).query(LIST)).status).toBe(401);
      const { client, slug } = await anOwner();
      const { body } = await client.request('POST', '/api/auth/tokens', { name: 'CI', scopes: ['read'] });
      const { token } = body as { token: string };
      expect((await new WireClient(world.app, { slug, token }).query(LIST)).status).toBe(403);
    });
  });

  describe('auth.identities.remove', () => {
    it('200: the provider cannot sign in any more, by its subject or by the address', async () => {
      const account = await anOwner();
      const claims = claimsOf(account.email);
      await signIn('google', claims);
      expect((await account.client.mutate(REMOVE, { provider: 'google' })).data).toEqual({ success: true });
      expect(await connected(account)).toEqual([]);
      const again = [claims, { ...claims, email: 'x@example.com' }, claimsOf(account.email)];
      for (const each of again) {
        const { status, reason, hasSession } = await signIn('google', each);
        expect([status, reason, hasSession]).toEqual([403, 'provider_disconnected', false]);
      }
      // Another provider is another way.
      expect((await signIn('oidc', claimsOf(account.email))).status).toBe(303);
    });

    it('200: revokes its other sessions and applications, and mails the owner', async () => {
      const account = await anOwner();
      const { client: thief } = await signIn('google', claimsOf(account.email));
      const { cookie } = await aSession(account.userId, { app: world.app });
      const ended: string[] = [];
      const granted = world.app.nest.get(CredentialRevocation, { strict: false });
      granted.add({ endAccessOf: async (_tx, userId) => void ended.push(userId) });
      const others = [thief, new WireClient(world.app, { cookie })];
      for (const other of others) expect((await other.query('auth.me')).status).toBe(200);
      expect((await account.client.mutate(REMOVE, { provider: 'google' })).status).toBe(200);
      for (const other of others) expect((await other.query('auth.me')).status).toBe(401);
      expect((await account.client.query('auth.me')).status).toBe(200);
      expect(ended).toEqual([account.userId]);
      const { rows } = await world.app.sql.query<{ notice: string }>(
        `select job.payload->>'notice' as notice from graphile_worker._private_jobs job
         where job.payload->>'userId' = $1 order by job.id`,
        [account.userId],
      );
      expect(rows.map(({ notice }) => notice)).toEqual(['provider-joined', 'provider-disconnected']);
    });

    it('200: also for another identity of the provider that signs in at the same time', async () => {
      const account = await anOwner();
      await signIn('google', claimsOf(account.email));
      const removal = new pg.Client({ connectionString: world.app.databaseUrl });
      await removal.connect();
      await removal.query('begin');
      await removal.query('select from users where id = $1 for update', [account.userId]);
      await removal.query('update identities set disconnected_at = now() where user_id = $1', [
        account.userId,
      ]);
      const arriving = signIn('google', claimsOf(account.email));
      await waitsOrCompletes(removal, arriving, world.app.sql);
      await removal.query('commit');
      await removal.end();
      const { status, reason, hasSession } = await arriving;
      expect([status, reason, hasSession]).toEqual([403, 'provider_disconnected', false]);
    });

    it('409: the last sign-in method; of two methods one can be removed, also concurrently', async () => {
      const account = await anOwner();
      await signIn('google', claimsOf(account.email));
      await withoutPassword(account);
      const rejected = await account.client.mutate(REMOVE, { provider: 'google' });
      expect([rejected.status, await connected(account)]).toEqual([409, ['google']]);
      await signIn('oidc', claimsOf(account.email));
      const answers = await Promise.all(
        ['google', 'oidc'].map((provider) => account.client.mutate(REMOVE, { provider })),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(await connected(account)).toHaveLength(1);
    });

    it('409: when the other provider is no longer configured', async () => {
      const account = await anOwner();
      await signIn('google', claimsOf(account.email));
      await withoutPassword(account);
      const other = await ProviderWorld.start({
        DATABASE_URL: world.app.databaseUrl,
        GOOGLE_CLIENT_ID: '',
        GOOGLE_CLIENT_SECRET: '',
      });
      try {
        const { cookie } = await aSession(account.userId, { app: other.app });
        const client = new WireClient(other.app, { cookie });
        const browser = other.browser();
        await other.walk(browser, 'oidc', claimsOf(account.email));
        expect((await client.query(LIST)).data.identities).toMatchObject([
          { provider: 'google', name: 'google', isOffered: false },
          { provider: 'oidc', isOffered: true },
        ]);
        expect((await client.mutate(REMOVE, { provider: 'oidc' })).status).toBe(409);
        expect((await client.mutate(REMOVE, { provider: 'google' })).status).toBe(200);
      } finally {
        await other.close();
      }
    });

    it('400: ten minutes after sign-in, without the password or with a wrong one', async () => {
      const account = await anOwner();
      await signIn('google', claimsOf(account.email));
      nowMs += 10 * 60_000;
      const asked = await account.client.mutate(REMOVE, { provider: 'google' });
      expect([asked.status, asked.error!.data]).toEqual([
        400,
        expect.objectContaining({ reason: 'owner_proof_needed' }),
      ]);
      const wrong = { provider: 'google', password: 'not the password' };
      expect((await account.client.mutate(REMOVE, wrong)).status).toBe(400);
      expect(await connected(account)).toEqual(['google']);
      const right = { provider: 'google', password: account.password };
      expect((await account.client.mutate(REMOVE, right)).status).toBe(200);
      const { entries } = (await account.client.query('audit.list', { action: REMOVE })).data;
      expect(entries.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['success']);
      expect(JSON.stringify(entries)).not.toContain(account.password);
    });

    it.each([{}, { provider: 'facebook' }, { provider: 5 }, { provider: 'google', userId: 'x' }])(
      '400: %j',
      async (input) => {
        const { client } = await anOwner();
        expect((await client.mutate(REMOVE, input)).status).toBe(400);
      },
    );

    it('404: a provider of another user, or one that is already disconnected', async () => {
      const account = await anOwner();
      const other = await anOwner();
      await signIn('google', claimsOf(other.email));
      expect((await account.client.mutate(REMOVE, { provider: 'google' })).status).toBe(404);
      expect(await connected(other)).toEqual(['google']);
      expect((await other.client.mutate(REMOVE, { provider: 'google' })).status).toBe(200);
      expect((await other.client.mutate(REMOVE, { provider: 'google' })).status).toBe(404);
    });

    it('403: another site', async () => {
      const account = await anOwner();
      await signIn('google', claimsOf(account.email));
      const headers = { origin: 'https://evil.example' };
      expect((await account.client.mutate(REMOVE, { provider: 'google' }, headers)).status).toBe(403);
      expect(await connected(account)).toEqual(['google']);
    });
  });

  describe('auth.identities.restore', () => {
    it('200: the provider can sign in again; 404 for one that is not disconnected', async () => {
      const account = await anOwner();
      const claims = claimsOf(account.email);
      await signIn('google', claims);
      expect((await account.client.mutate(RESTORE, { provider: 'google' })).status).toBe(404);
      await account.client.mutate(REMOVE, { provider: 'google' });
      expect((await account.client.mutate(RESTORE, { provider: 'google' })).status).toBe(200);
      expect(await connected(account)).toEqual(['google']);
      expect((await signIn('google', claims)).status).toBe(303);
      expect((await account.client.mutate(RESTORE, { provider: 'google' })).status).toBe(404);
      expect((await account.client.mutate(RESTORE, { provider: 'github' })).status).toBe(404);
    });

    it('400: ten minutes after sign-in, without the password', async () => {
      const account = await anOwner();
      await signIn('google', claimsOf(account.email));
      await account.client.mutate(REMOVE, { provider: 'google' });
      nowMs += 10 * 60_000;
      expect((await account.client.mutate(RESTORE, { provider: 'google' })).status).toBe(400);
      expect(await connected(account)).toEqual([]);
    });
  });
});
