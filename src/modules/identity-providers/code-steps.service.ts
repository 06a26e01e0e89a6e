import { Injectable } from '@nestjs/common';
import type { FlowCookie } from '../../access/flow-cookie';
import { FlowCookies } from '../../access/flow-cookies';
import type { IncomingRequest } from '../../access/incoming-request';
import { InvalidLoginFlow } from './identity-providers.errors';
import type { Arrival } from './provider-sign-in.service';

/** Long enough to look for a phone, or for the paper with the recovery codes. */
const LIFETIME_SECONDS = 600;

/** Keeps with the browser whom a provider has vouched for, while they look for the code of their second factor. */
@Injectable()
export class CodeStepsService {
  private readonly cookie: FlowCookie;

  constructor(cookies: FlowCookies) {
    this.cookie = cookies.declare({ name: 'signin-code', maxAgeSeconds: LIFETIME_SECONDS });
  }

  begin(arrival: Arrival): string {
    return this.cookie.seal(arrival);
  }

  /** Good until it is too old: each try needs a code that no one has used. */
  of(request: IncomingRequest): Arrival {
    const step = this.cookie.open<Arrival>(request);
    if (step === null) throw new InvalidLoginFlow('code_step_missing');
    return step;
  }

  ended(): string {
    return this.cookie.cleared();
  }
}
