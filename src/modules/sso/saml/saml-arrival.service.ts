import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import type { IncomingRequest } from '../../../access/incoming-request';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { BrowserBinding } from '../browser-binding';
import type { SignOnIdentity } from '../sign-on-identity';
import { SignOnOccasion } from '../sign-on-occasion';
import { SignOnRefused } from '../sign-on-refused';
import { SignOnRequestsRepository } from '../sign-on-requests.repository';
import { type TestResult, SignOnTests } from '../sign-on-tests';
import { SingleSignOn } from '../single-sign-on';
import type { SamlAnswer } from './saml-exchange';
import { samlIdentity } from './saml-identity';
import { SignedOnSessionsRepository } from './logout/signed-on-sessions.repository';
import { UsedMessagesRepository } from './used-messages.repository';

export type Arrival =
  { kind: 'signed-in'; setCookie: string } | { kind: 'tested'; identity: SignOnIdentity; result: TestResult };

/** Takes up what the identity provider has proved: once, in the browser that asked for it. */
@Injectable()
export class SamlArrivalService {
  constructor(
    private readonly requests: SignOnRequestsRepository,
    private readonly assertions: UsedMessagesRepository,
    private readonly sessions: SignedOnSessionsRepository,
    private readonly browsers: BrowserBinding,
    private readonly signOn: SingleSignOn,
    private readonly tests: SignOnTests,
    private readonly occasion: SignOnOccasion,
  ) {}

  arrive(request: IncomingRequest, { tenant, connection, assertion }: SamlAnswer): Promise<Arrival> {
    const { organizationId } = tenant;
    const organization = { organizationId, connection };
    return this.occasion.run(request, 'saml', organization, async (tx) => {
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

  /** Uses the assertion and the request up; answers whose test it was. */
  private async taken(
    tx: InTransaction<TenantContext>,
    request: IncomingRequest,
    assertion: SamlAnswer['assertion'],
  ): Promise<UserId | null> {
    const { inResponseTo } = assertion;
    if (!(await this.assertions.use(tx, assertion))) throw new SignOnRefused('assertion_replayed');
    const browser = this.browsers.digest(request);
    const begun = browser === null ? null : await this.requests.take(tx, inResponseTo, browser);
    if (begun !== null) return begun.testerId;
    const isOpen = await this.requests.isOpen(tx, inResponseTo);
    throw new SignOnRefused(isOpen ? 'other_browser' : 'request_unknown');
  }
}
