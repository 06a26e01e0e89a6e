import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../../access/incoming-request';
import { BrowserBinding } from '../browser-binding';
import type { SignOnIdentity } from '../sign-on-identity';
import { SignOnOccasion } from '../sign-on-occasion';
import { SignOnRefused } from '../sign-on-refused';
import { SignOnRequestsRepository } from '../sign-on-requests.repository';
import { type TestResult, SignOnTests } from '../sign-on-tests';
import { SingleSignOn } from '../single-sign-on';
import { OidcAnswers } from './oidc-answers';

export type OidcArrival =
  | { kind: 'signed-in'; setCookie: string; continueTo: string }
  | { kind: 'tested'; identity: SignOnIdentity; result: TestResult };

/** Takes up what an organization's OpenID provider says: once, in the browser that was sent there. */
@Injectable()
export class OidcArrivalService {
  constructor(
    private readonly answers: OidcAnswers,
    private readonly requests: SignOnRequestsRepository,
    private readonly browsers: BrowserBinding,
    private readonly signOn: SingleSignOn,
    private readonly tests: SignOnTests,
    private readonly occasion: SignOnOccasion,
  ) {}

  async arrive(request: IncomingRequest, query: string): Promise<OidcArrival> {
    const { organization, identity, trip } = await this.answers.read(request, query);
    return this.occasion.run(request, 'oidc', organization, async (tx) => {
      const browser = this.browsers.digest(request);
      const begun = browser === null ? null : await this.requests.take(tx, trip.checks.state, browser);
      if (begun === null) throw new SignOnRefused('request_unknown');
      const { testerId } = begun;
      if (testerId !== null) {
        const result = await this.tests.complete(tx, organization, { identity, testerId });
        return { kind: 'tested', identity, result };
      }
      const setCookie = await this.signOn.signIn(tx, request, organization, identity);
      return { kind: 'signed-in', setCookie, continueTo: trip.continueTo };
    });
  }
}
