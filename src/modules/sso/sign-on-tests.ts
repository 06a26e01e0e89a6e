import { Injectable } from '@nestjs/common';
import type { UserId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { ConnectionsRepository } from './connections.repository';
import { IdentitiesRepository } from './identities.repository';
import { newRequestId } from './new-request-id';
import { PlanGate } from './plan-gate';
import { roleOfGroups } from './role-of-groups';
import { ServiceProviders } from './service-provider';
import { SignOnEmails } from './sign-on-emails';
import type { SignOnIdentity } from './sign-on-identity';
import { SignOnRefused } from './sign-on-refused';
import { SignOnRequestsRepository } from './sign-on-requests.repository';
import type { SignOnOrganization } from './single-sign-on';
import { TestPeople } from './test-people';

export interface TestResult {
  email: string;
  role: string;
}

/** Round trips that sign nobody in: settings that were tested may be enforced, and owners tie their identity by one. */
@Injectable()
export class SignOnTests {
  constructor(
    private readonly gate: PlanGate,
    private readonly connections: ConnectionsRepository,
    private readonly requests: SignOnRequestsRepository,
    private readonly providers: ServiceProviders,
    private readonly emails: SignOnEmails,
    private readonly identities: IdentitiesRepository,
    private readonly people: TestPeople,
  ) {}

  async begin(context: CallContext): Promise<{ url: string; expiresAt: string }> {
    const { slug } = await this.gate.check(context);
    const connection = await this.connections.find(context);
    if (connection === null) throw new SignOnRefused('not_configured');
    const id = newRequestId();
    const testerId = context.principal.userId;
    const expiresAt = await this.requests.begin(context, { id, browserDigest: null, testerId });
    const { loginUrl } = this.providers.of(slug);
    const begins = connection.type === 'saml' ? loginUrl : loginUrl.replace('/saml/login', '/oidc/login');
    return { url: `${begins}?test=${id}`, expiresAt: expiresAt.toISOString() };
  }

  /** The identity has been proved, in this transaction where it counts once. */
  async complete(
    { transaction }: InTransaction<DatabaseContext>,
    { organizationId, connection }: SignOnOrganization,
    { identity, testerId }: { identity: SignOnIdentity; testerId: UserId },
  ): Promise<TestResult> {
    const tx = { transaction, organizationId };
    const { email, key } = await this.emails.accept(tx, connection, identity.email);
    if (!(await this.connections.markTested(tx, connection, true)))
      throw new SignOnRefused('settings_changed');
    if (await this.people.isOwnersOwn(tx, testerId, key)) {
      await this.identities.unlink(tx, identity, testerId);
      await this.identities.link(tx, identity, { userId: testerId, isOwnProof: true });
    }
    return { email, role: roleOfGroups(connection, identity.groups ?? []) };
  }
}
