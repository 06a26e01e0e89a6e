import type { OrganizationId } from '../kernel/ids';
import type { OrganizationRole } from '../access/role';
import { EVERY_SCOPE, SCOPES } from '../access/scope';
import { NewAccountService, PasswordHasherService } from '../modules/accounts';
import { MembershipsService } from '../modules/members';
import { NO_TRANSACTION } from '../platform/database/database';
import { TransactionRunner } from '../platform/database/transaction-runner';
import type { DemoApplication } from './demo-application';
import type { Answer, DemoClient } from './demo-client';

const OWNER = { name: 'Ada Marsh', email: 'ada@acme.example' };

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

type Colleague = keyof typeof COLLEAGUES;

export interface DemoPerson {
  id: string;
  email: string;
  says: string;
  token: string;
  /** Calls as this user, with the user's token. */
  client: DemoClient;
}
export type DemoPeople = Record<Colleague | 'ada', DemoPerson>;

/** Creates the organization with its owner, as on any new installation, and all other members. */
export async function foundOrganization(
  application: DemoApplication,
  { apex, inside }: { apex: DemoClient; inside: DemoClient },
  organization: { name: string; slug: string },
  password: string,
): Promise<DemoPeople> {
  const { body: registered } = await apex.post('/api/auth/register', {
    ...OWNER,
    password,
    organizationName: organization.name,
    organizationSlug: organization.slug,
  });
  const ids = await joinColleagues(application, registered, password);
  const person = async (id: string, email: string, says: string): Promise<DemoPerson> => {
    const token = await tokenOf(inside, email, password);
    return { id, email, says, token, client: inside.as({ authorization: `Bearer ${token}` }) };
  };
  const people: Partial<DemoPeople> = { ada: await person(registered.user.id, OWNER.email, 'owner') };
  for (const [key, { email, says }] of Object.entries(COLLEAGUES)) {
    people[key as Colleague] = await person(ids.get(email)!, email, says);
  }
  return people as DemoPeople;
}

/** Adds the members with the services, without invitations. */
async function joinColleagues(
  application: DemoApplication,
  { user, organization }: Answer,
  password: string,
): Promise<Map<string, string>> {
  const accounts = application.get(NewAccountService, { strict: false });
  const memberships = application.get(MembershipsService, { strict: false });
  const passwordHash = await application.get(PasswordHasherService, { strict: false }).hash(password);
  const credential = {
    kind: 'session',
    id: user.id,
    method: 'password',
    signOnOrganizationId: null,
  } as const;
  const person = { userId: user.id, credential, scopes: EVERY_SCOPE };
  const organizationId = organization.id as OrganizationId;
  const ids = new Map<string, string>();
  await application.get(TransactionRunner, { strict: false }).run(NO_TRANSACTION, async (tx) => {
    for (const { name, email, role } of Object.values(COLLEAGUES)) {
      const { id } = await accounts.open(tx, { name, email, passwordHash });
      await memberships.join({ ...tx, requestId: 'demo', person, organizationId }, id, role);
      ids.set(email, id);
    }
  });
  return ids;
}

async function tokenOf(inside: DemoClient, email: string, password: string): Promise<string> {
  const { cookie } = await inside.post('/api/auth/signin', { email, password });
  const { body } = await inside
    .as({ cookie })
    .post('/api/auth/tokens', { name: 'demo', scopes: SCOPES, expiresIn: '90d' });
  return body.token;
}
