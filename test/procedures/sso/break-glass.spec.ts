import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Mail } from '../../../src/platform/mail/mailer';
import { sharedApp, startApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { deliverEvents } from '../../support/events';
import { anAccount } from '../../support/factories/account.factory';
import { made } from '../../support/factories/workspace.factory';
import {
  aSignOn,
  sessionOf,
  type TestIdentityProvider,
} from '../../support/identity-provider/test-identity-provider';
import { Mailbox } from '../../support/mailbox';

let app: TestApp;
/** No one performs its jobs. */
let idle: TestApp;

// Creates the applications and the keys outside of the time limit of a test.
beforeAll(async () => {
  app = await sharedApp();
  idle = await startApp({ ROLES: 'api' });
  Mailbox.of(app);
  await aSignOn();
}, 120_000);
afterAll(() => idle?.close());

interface Owner {
  email: string;
  password: string;
}

/** The owner with a password, of an organization whose single sign-on is enforced. */
async function enforced(at: TestApp = app): Promise<{ provider: TestIdentityProvider; owner: Owner }> {
  const provider = await aSignOn({ app: at });
  const { owner } = provider.organization;
  const { userId, password } = await anAccount({ app: at });
  await at.sql.query(
    'update users set password_hash = (select password_hash from users where id = $2) where id = $1',
    [owner.userId, userId],
  );
  expect((await provider.signOn()).status).toBe(303);
  await made(owner.client, 'sso.update', { enforced: true });
  return { provider, owner: { email: owner.email, password } };
}

const signIn = async (client: WireClient, { email, password }: Owner): Promise<number> =>
  (await client.request('POST', '/api/auth/signin', { email, password })).status;

async function told({ organization }: TestIdentityProvider): Promise<number> {
  const { rows } = await app.sql.query<{ count: number }>(
    `select count(*)::int as count from outbox where organization_id = $1 and type = 'sso.bypassed'`,
    [organization.id],
  );
  return rows[0]!.count;
}

describe('the owner’s sign-in past enforced single sign-on', () => {
  it('is reported by mail, with time and method', async () => {
    const { provider, owner } = await enforced();
    const { organization } = provider;
    const admin = await organization.addMember('admin');
    expect(await signIn(provider.browser(), owner)).toBe(200);
    await deliverEvents(app);
    const box = Mailbox.of(app);
    const mails = await Promise.all([box.next(owner.email), box.next(admin.email)]);
    for (const { subject, text } of mails as Mail[]) {
      expect(subject).toBe('The owner signed in without single sign-on');
      expect(text).toContain(`http://${organization.slug}.trestle.test`);
      expect(text).toMatch(/by password at \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    }
  });

  it('is reported to owner and admins, and to no one else', async () => {
    const { provider, owner } = await enforced(idle);
    const { organization } = provider;
    const admin = await organization.addMember('admin');
    await organization.addMember('member');
    const gone = await organization.addMember('admin');
    await made(organization.owner.client, 'organizations.members.deactivate', { userId: gone.userId });
    expect(await signIn(provider.browser(), owner)).toBe(200);
    await deliverEvents(idle);
    const { rows } = await idle.sql.query<{ payload: { userId: string } }>(
      `select payload from graphile_worker._private_jobs where payload->>'organizationId' = $1
         and payload->'notice'->>'kind' = 'break-glass'`,
      [organization.id],
    );
    const people = rows.map(({ payload }) => payload.userId);
    expect(people.toSorted()).toEqual([organization.owner.userId, admin.userId].toSorted());
  });

  it('is recorded at the apex as well', async () => {
    const { provider, owner } = await enforced();
    expect(await signIn(new WireClient(app), owner)).toBe(200);
    expect(await told(provider)).toBe(1);
  });

  it('is not recorded for other users, nor for single sign-on of the owner or when it is not enforced', async () => {
    const { provider, owner } = await enforced();
    const { organization } = provider;
    const { url } = await made(organization.owner.client, 'sso.test', {});
    const journey = await provider.begin(String(url).replace(/^https?:\/\/[^/]+/, ''));
    const me = { nameId: 'boss', attributes: { email: organization.owner.email } };
    expect((await provider.send(provider.respond(journey, me), journey)).status).toBe(200);
    expect(sessionOf(await provider.signOn(me))).not.toBeNull();
    await made(organization.owner.client, 'sso.update', { enforced: false });
    expect(await signIn(provider.browser(), owner)).toBe(200);
    expect(await told(provider)).toBe(0);
  });
});
