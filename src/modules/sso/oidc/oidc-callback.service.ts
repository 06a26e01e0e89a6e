import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../../access/incoming-request';
import { SsoFlowCookieService } from '../sign-on/sso-flow-cookie.service';
import type { SignOnIdentity } from '../sign-on/sign-on-identity';
import { SignOnTransactionService } from '../sign-on/sign-on-transaction.service';
import { SignOnRejected } from '../sign-on/sign-on-rejected';
import { SignOnRequestsRepository } from '../sign-on/sign-on-requests.repository';
import { type TestResult, SignOnTestsService } from '../sign-on/sign-on-tests.service';
import { SingleSignOnService } from '../sign-on/single-sign-on.service';
import { OidcResponsesService } from './oidc-responses.service';

export type OidcCallback =
  | { kind: 'signed-in'; setCookie: string; continueTo: string }
  | { kind: 'tested'; identity: SignOnIdentity; result: TestResult };

/** Completes a login flow with the provider's response: once, in the browser that started it. */
@Injectable()
export class OidcCallbackService {
  constructor(
    private readonly answers: OidcResponsesService,
    private readonly requests: SignOnRequestsRepository,
    private readonly browsers: SsoFlowCookieService,
    private readonly signOn: SingleSignOnService,
    private readonly tests: SignOnTestsService,
    private readonly transactions: SignOnTransactionService,
  ) {}

  async complete(request: IncomingRequest, query: string): Promise<OidcCallback> {
    const { organization, identity, flow } = await this.answers.read(request, query);
    return this.transactions.run(request, 'oidc', organization, async (tx) => {
      const browser = this.browsers.digest(request);
      const begun = browser === null ? null : await this.requests.take(tx, flow.checks.state, browser);
      if (begun === null) throw new SignOnRejected('request_unknown');
      const { testerId } = begun;
      if (testerId !== null) {
        const result = await this.tests.complete(tx, organization, { identity, testerId });
        return { kind: 'tested', identity, result };
      }
      const setCookie = await this.signOn.signIn(tx, request, organization, identity);
      return { kind: 'signed-in', setCookie, continueTo: flow.continueTo };
    });
  }
}
