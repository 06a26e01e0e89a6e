import { newId, type UserId } from '../kernel/ids';
import type { OrganizationRole } from '../access/role';
import { EVERY_SCOPE, SCOPES } from '../access/scope';
import { NewAccountService, PasswordHasherService, VerifiedEmailsService } from '../modules/accounts';
import { MembershipsService } from '../modules/members';
import { NewOrganizationService } from '../modules/organizations';
import { NO_TRANSACTION } from '../platform/database/database';
import { TransactionRunner } from '../platform/database/transaction-runner';
import type { DemoApplication } from './demo-application';
import type { DemoClient } from './demo-client';

const OWNER = { name: 'Ada Marsh', email: 'ada@acme.example', says: 'owner' };

/** The other members; `says` is the printed description of their role. */
const COLLEAGUES = {
  ben: { name: 'Ben Castillo', email: 'ben@acme.example', role: 'admin', says: 'admin' },
  chidi: { name: 'Chidi Novak', email: 'chidi@acme.example', role: 'member', says: 'admin of Product' },
  dana: { name: 'Dana Lindqvist', email: 'dana@acme.example', role: 'member', says: 'member of Product' },
  emre: { name: 'Emre Yılmaz', email: 'emre@acme.example', role: 'member', says: 'member of Go to market' },
  fatima: { name: 'Fatima Haddad', email: 'fatima@acme.example', role: 'member', says: 'member of People' },
  vera: { name: 'Vera Okoye', email: 'vera@acme.example', role: 'member', says: 'viewer of Product' },
  gita: { name: 'Gita Rao', email: 'gita@partner.example', role: 'guest', says: 'guest' },
} as const satisfies Record<string, { name: string; email: string; role: OrganizationRole; says: string }>;

const PEOPLE = { ada: OWNER, ...COLLEAGUES };
type PersonName = keyof typeof PEOPLE;

export interface DemoPerson {
  id: string;
  email: string;
  says: string;
  token: string;
  /** Calls as this user, with the user's token. */
  client: DemoClient;
}
export type DemoPeople = Record<PersonName, DemoPerson>;

/**
 * Creates the organization with its members, through the services: no one confirms addresses or accepts invitations in a
 * demo, and no mail leaves the installation. All or nothing.
 */
export async function foundOrganization(
  application: DemoApplication,
  inside: DemoClient,
  organization: { name: string; slug: string },
  password: string,
): Promise<DemoPeople> {
  const passwordHash = await application.get(PasswordHasherService, { strict: false }).hash(password);
  const ids = await createMembers(application, organization, passwordHash);
  const people: Partial<DemoPeople> = {};
  for (const [key, { email, says }] of Object.entries(PEOPLE)) {
    const token = await tokenOf(inside, email, password);
    const client = inside.as({ authorization: `Bearer ${token}` });
    await turnOffMails(client);
    people[key as PersonName] = { id: ids.get(email)!, email, says, token, client };
  }
  return people as DemoPeople;
}

/** The addresses belong to no one. */
async function turnOffMails(client: DemoClient): Promise<void> {
  const { preferences } = await client.query('notifications.preferences.get', {});
  const withoutMail = Object.keys(preferences).map((kind) => [kind, { email: false }]);
  await client.mutate('notifications.preferences.update', { preferences: Object.fromEntries(withoutMail) });
}

function createMembers(
  application: DemoApplication,
  { name, slug }: { name: string; slug: string },
  passwordHash: string,
): Promise<Map<string, UserId>> {
  const accounts = application.get(NewAccountService, { strict: false });
  const addresses = application.get(VerifiedEmailsService, { strict: false });
  const organizations = application.get(NewOrganizationService, { strict: false });
  const memberships = application.get(MembershipsService, { strict: false });
  return application.get(TransactionRunner, { strict: false }).run(NO_TRANSACTION, async (tx) => {
    const ids = new Map<string, UserId>();
    for (const { name: personName, email } of Object.values(PEOPLE)) {
      const { id } = await accounts.open(tx, { name: personName, email, passwordHash });
      await addresses.confirm(tx, id);
      ids.set(email, id);
    }
    const context = { ...tx, requestId: 'demo', person: ownerSession(ids.get(PEOPLE.ada.email)!) };
    const { id: organizationId } = await organizations.create(context, { name, slug, slugPath: 'slug' });
    for (const { email, role } of Object.values(COLLEAGUES)) {
      await memberships.join({ ...context, organizationId }, ids.get(email)!, role);
    }
    return ids;
  });
}

/** The owner, as if signed in by password. */
function ownerSession(userId: UserId) {
  const credential = {
    kind: 'session',
    id: newId('session'),
    method: 'password',
    signOnOrganizationId: null,
  } as const;
  return { userId, credential, scopes: EVERY_SCOPE };
}

async function tokenOf(inside: DemoClient, email: string, password: string): Promise<string> {
  const { cookie } = await inside.post('/api/auth/signin', { email, password });
  const { body } = await inside
    .as({ cookie })
    .post('/api/auth/tokens', { name: 'demo', scopes: SCOPES, expiresIn: '90d' });
  return body.token;
}
