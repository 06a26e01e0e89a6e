import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import type { IncomingRequest } from '../../../access/incoming-request';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { SsoFlowCookieService } from '../sign-on/sso-flow-cookie.service';
import type { SignOnIdentity } from '../sign-on/sign-on-identity';
import { SignOnTransactionService } from '../sign-on/sign-on-transaction.service';
import { SignOnRejected } from '../sign-on/sign-on-rejected';
import { SignOnRequestsRepository } from '../sign-on/sign-on-requests.repository';
import { type TestResult, SignOnTestsService } from '../sign-on/sign-on-tests.service';
import { SingleSignOnService } from '../sign-on/single-sign-on.service';
import type { SamlAnswer } from './saml-exchange';
import { samlIdentity } from './saml-identity';
import { SignedOnSessionsRepository } from './logout/signed-on-sessions.repository';
import { UsedMessagesRepository } from './used-messages.repository';

export type SamlSignInResult =
  { kind: 'signed-in'; setCookie: string } | { kind: 'tested'; identity: SignOnIdentity; result: TestResult };

/** Completes a sign-in with a validated assertion: once, in the browser that requested it. */
@Injectable()
export class SamlCallbackService {
  constructor(
    private readonly requests: SignOnRequestsRepository,
    private readonly assertions: UsedMessagesRepository,
    private readonly sessions: SignedOnSessionsRepository,
    private readonly browsers: SsoFlowCookieService,
    private readonly signOn: SingleSignOnService,
    private readonly tests: SignOnTestsService,
    private readonly transactions: SignOnTransactionService,
  ) {}

  complete(
    request: IncomingRequest,
    { tenant, connection, assertion }: SamlAnswer,
  ): Promise<SamlSignInResult> {
    const { organizationId } = tenant;
    const organization = { organizationId, connection };
    return this.transactions.run(request, 'saml', organization, async (tx) => {
      const testerId = await this.taken(tx, request, assertion);
      const identity = samlIdentity(connection, assertion);
      if (testerId !== null) {
        const result = await this.tests.complete(tx, organization, { identity, testerId });
        return { kind: 'tested', identity, result };
      }
      const setCookie = await this.signOn.signIn(tx, request, organization, identity, (id) =>
        this.sessions.keep(tx, id, assertion),
      );
      return { kind: 'signed-in', setCookie };
    });
  }

  /** Consumes the assertion and the request; returns the user who started the test, if it is one. */
  private async taken(
    tx: InTransaction<TenantContext>,
    request: IncomingRequest,
    assertion: SamlAnswer['assertion'],
  ): Promise<UserId | null> {
    const { inResponseTo } = assertion;
    if (!(await this.assertions.use(tx, assertion))) throw new SignOnRejected('assertion_replayed');
    const browser = this.browsers.digest(request);
    const begun = browser === null ? null : await this.requests.take(tx, inResponseTo, browser);
    if (begun !== null) return begun.testerId;
    const isOpen = await this.requests.isOpen(tx, inResponseTo);
    throw new SignOnRejected(isOpen ? 'other_browser' : 'request_unknown');
  }
}
