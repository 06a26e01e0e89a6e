import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { ConnectionsRepository } from '../connections/connections.repository';
import { IdentitiesRepository } from './identities.repository';
import { newRequestId } from './new-request-id';
import { NoSignOn } from '../sso.errors';
import { SsoPlanService } from '../connections/sso-plan.service';
import { roleOfGroups } from './role-of-groups';
import { ServiceProvidersService } from '../connections/service-providers.service';
import { SignOnEmailsService } from './sign-on-emails.service';
import type { SignOnIdentity } from './sign-on-identity';
import { SignOnRejected } from './sign-on-rejected';
import { SignOnRequestsRepository } from './sign-on-requests.repository';
import type { SignOnOrganization } from './single-sign-on.service';
import { TestPeopleService } from './test-people.service';

export interface TestResult {
  email: string;
  role: string;
}

/** Tests that sign no one in. Tested settings can be enforced, and owners link their identity with a test. */
@Injectable()
export class SignOnTestsService {
  constructor(
    private readonly gate: SsoPlanService,
    private readonly connections: ConnectionsRepository,
    private readonly requests: SignOnRequestsRepository,
    private readonly providers: ServiceProvidersService,
    private readonly emails: SignOnEmailsService,
    private readonly identities: IdentitiesRepository,
    private readonly people: TestPeopleService,
  ) {}

  async begin(context: CallContext): Promise<{ url: string; expiresAt: string }> {
    const { slug } = await this.gate.check(context);
    const connection = await this.connections.find(context);
    if (connection === null) throw new NoSignOn();
    const id = newRequestId();
    const testerId = context.principal.userId;
    const expiresAt = await this.requests.begin(context, { id, browserDigest: null, testerId });
    const { loginUrl } = this.providers.of(slug);
    const begins = connection.type === 'saml' ? loginUrl : loginUrl.replace('/saml/login', '/oidc/login');
    return { url: `${begins}?test=${id}`, expiresAt: expiresAt.toISOString() };
  }

  /** The caller has verified and consumed the identity in this transaction. */
  async complete(
    { transaction }: InTransaction<DatabaseContext>,
    { organizationId, connection }: SignOnOrganization,
    { identity, testerId }: { identity: SignOnIdentity; testerId: UserId },
  ): Promise<TestResult> {
    const tx = { transaction, organizationId };
    const { email, key } = await this.emails.accept(tx, connection, identity.email);
    if (!(await this.connections.markTested(tx, connection, true)))
      throw new SignOnRejected('settings_changed');
    if (await this.people.isOwnersOwn(tx, testerId, key)) {
      await this.identities.unlink(tx, identity, testerId);
      await this.identities.link(tx, identity, { userId: testerId, isSelfVerified: true });
    }
    return { email, role: roleOfGroups(connection, identity.groups ?? []) };
  }
}
