import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useClock } from '../../../src/kernel/clock';
import { sharedApp, type TestApp } from '../../support/app';
import { withSecondFactor } from '../../support/authenticator';
import { WireClient } from '../../support/client';
import { aSession, anAccount } from '../../support/factories/account.factory';
import { Mailbox } from '../../support/mailbox';
import { anOrganization, type TestMember } from '../../support/factories/organization.factory';

const DAY_MS = 86_400_000;

describe('an organization that requires two-factor authentication', () => {
  let app: TestApp;
  let nowMs: number;
  beforeAll(async () => {
    app = await sharedApp();
  });
  beforeEach(() => {
    nowMs = Date.now();
    useClock({ now: () => new Date(nowMs) });
  });
  afterEach(() => useClock());

  async function aWorld(options: Parameters<typeof aSession>[1] = {}) {
    const organization = await anOrganization({ app });
    const member = await organization.addMember();
    const signedIn = async ({ userId }: TestMember, given = options) =>
      new WireClient(app, {
        cookie: (await aSession(userId, { app, expiresAt: new Date(nowMs + 60 * DAY_MS), ...given })).cookie,
        slug: organization.slug,
      });
    const require = (input: object = {}) =>
      organization.owner.client.mutate('organizations.update', { requireTwoFactor: true, ...input });
    return { organization, member, client: await signedIn(member), signedIn, require };
  }
  const get = (client: WireClient) => client.query('organizations.get');

  it('returns the deadline and denies no one before it: seven days, or as many as given', async () => {
    const { client, require } = await aWorld();
    expect((await require()).status).toBe(200);
    const { data } = await get(client);
    const inDays = (days: number) => new Date(nowMs + days * DAY_MS).toISOString();
    expect(data).toMatchObject({ requireTwoFactor: true, twoFactorRequiredFrom: inDays(7) });
    nowMs += 1_000;
    await require();
    expect((await get(client)).data.twoFactorRequiredFrom).toBe(data.twoFactorRequiredFrom);
    await require({ graceDays: 30 });
    expect((await get(client)).data.twoFactorRequiredFrom).toBe(inDays(30));
  });

  it('403: denies members without a second factor from then on, with a reason; their account remains usable', async () => {
    const { client, member, require, signedIn } = await aWorld();
    await require({ graceDays: 7 });
    nowMs += 7 * DAY_MS - 1;
    const late = await signedIn(member);
    expect((await get(late)).status).toBe(200);
    nowMs += 1;
    const rejected = await get(late);
    expect(rejected.status).toBe(403);
    expect(rejected.error!.data).toMatchObject({ code: 'FORBIDDEN', reason: 'second_factor_required' });
    expect((await late.mutate('items.create', {})).status).toBe(403);
    const tokens = await late.request('POST', '/api/auth/tokens', { name: 'way round', scopes: ['read'] });
    expect(tokens.status).toBe(403);
    for (const name of ['auth.me', 'auth.twoFactor.get', 'auth.sessions.list'])
      expect([name, (await late.query(name)).status]).toEqual([name, 200]);
    expect(client).toBeDefined();
  });

  it('200: for members with one, from the next call after enabling it until it is disabled', async () => {
    const account = await anAccount({ app });
    await account.client.mutate('organizations.update', { requireTwoFactor: true, graceDays: 1 });
    nowMs += DAY_MS;
    const expiresAt = new Date(nowMs + DAY_MS);
    const { cookie } = await aSession(account.userId, { app, expiresAt });
    const client = new WireClient(app, { cookie, slug: account.slug });
    expect((await get(client)).status).toBe(403);
    const { authenticator } = await withSecondFactor({ ...account, cookie, client }, nowMs);
    expect((await get(client)).status).toBe(200);
    const code = authenticator.code(nowMs + 30_000);
    expect((await client.mutate('auth.twoFactor.disable', { code })).status).toBe(200);
    expect((await get(client)).status).toBe(403);
  });

  it('200: for tokens, which only a user with access could create', async () => {
    const { organization, member, require } = await aWorld();
    await require({ graceDays: 1 });
    nowMs += DAY_MS;
    expect((await get(member.client)).status).toBe(200);
    expect((await get(organization.owner.client)).status).toBe(200);
  });

  it('200: for its own single sign-on; 403 for another organization’s', async () => {
    const { organization, member, require, signedIn } = await aWorld();
    const other = await anOrganization({ app });
    await require({ graceDays: 1 });
    nowMs += DAY_MS;
    const own = { method: 'saml', signOnOrganizationId: organization.id } as const;
    expect((await get(await signedIn(member, own))).status).toBe(200);
    const others = { method: 'saml', signOnOrganizationId: other.id } as const;
    expect((await get(await signedIn(member, others))).status).toBe(403);
    expect((await get(await signedIn(member, { method: 'provider' }))).status).toBe(403);
  });

  it('200: in other organizations, and for all members once it is not required any more', async () => {
    const { organization, member, require, signedIn } = await aWorld();
    const other = await anOrganization({ app });
    await app.sql.query(
      `insert into members (organization_id, user_id, role, status, created_at, updated_at)
       values ($1, $2, 'member', 'active', now(), now())`,
      [other.id, member.userId],
    );
    await require({ graceDays: 1 });
    nowMs += DAY_MS;
    const client = await signedIn(member);
    expect((await get(client)).status).toBe(403);
    expect((await get(client.as({ slug: other.slug }))).status).toBe(200);
    await organization.owner.client.mutate('organizations.update', { requireTwoFactor: false });
    const again = await get(client);
    expect(again.data).toMatchObject({ requireTwoFactor: false, twoFactorRequiredFrom: null });
  });

  it('400: without a grace period in which the admin could enable one; the error says so', async () => {
    const account = await anAccount({ app });
    const { status, error } = await account.client.mutate('organizations.update', {
      requireTwoFactor: true,
      graceDays: 0,
    });
    expect([status, error!.data.code]).toEqual([400, 'BAD_REQUEST']);
    expect(error!.data.issues).toEqual([
      { path: 'graceDays', message: expect.stringMatching(/at least 1: .* need time to set one up/) },
    ]);
    expect((await get(account.client)).status).toBe(200);
  });

  it('mails the deadline to the active members without one, and again for a new deadline', async () => {
    const { organization, member, require } = await aWorld();
    const [equipped, deactivated] = [await organization.addMember(), await organization.addMember()];
    await app.sql.query('update users set has_second_factor = true where id = $1', [equipped.userId]);
    await app.sql.query(`update members set status = 'deactivated' where user_id = $1`, [deactivated.userId]);
    const mailbox = Mailbox.of(app);
    const unsent: string[] = [];
    for (const { email } of [equipped, deactivated]) void mailbox.next(email).then(() => unsent.push(email));
    const shown = (days: number) =>
      new Date(nowMs + days * DAY_MS).toISOString().slice(0, 16).replace('T', ' ');
    await require();
    const mail = await mailbox.next(member.email);
    expect(mail.subject).toBe('Your organization requires two-factor authentication');
    expect(mail.text).toContain(`http://${organization.slug}.trestle.test requires`);
    expect(mail.text).toContain(`from ${shown(7)} UTC`);
    expect((await mailbox.next(organization.owner.email)).text).toBe(mail.text);
    // The deadline stays: no mail.
    nowMs += 1_000;
    await require();
    await require({ graceDays: 30 });
    expect((await mailbox.next(member.email)).text).toContain(`from ${shown(30)} UTC`);
    expect(unsent).toEqual([]);
  });

  it.each([
    [{ requireTwoFactor: 'yes' }, 'requireTwoFactor'],
    [{ requireTwoFactor: null }, 'requireTwoFactor'],
    [{ requireTwoFactor: true, graceDays: -1 }, 'graceDays'],
    [{ requireTwoFactor: true, graceDays: 0 }, 'graceDays'],
    [{ requireTwoFactor: true, graceDays: 91 }, 'graceDays'],
    [{ requireTwoFactor: true, graceDays: 1.5 }, 'graceDays'],
    [{ requireTwoFactor: false, graceDays: 1 }, 'graceDays'],
    [{ graceDays: 1 }, 'graceDays'],
  ])('400: %j', async (input, path) => {
    const { owner } = await anOrganization({ app });
    const { status, error } = await owner.client.mutate('organizations.update', input);
    expect([status, error!.data.issues!.map((issue) => issue.path)]).toEqual([400, [path]]);
    expect((await get(owner.client)).data.requireTwoFactor).toBe(false);
  });
});
