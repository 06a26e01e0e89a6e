import { Injectable } from '@nestjs/common';
import type { FlowCookie } from '../../access/flow-cookie';
import { FlowCookies } from '../../access/flow-cookies';
import type { IncomingRequest } from '../../access/incoming-request';
import { InvalidLoginFlow } from './identity-providers.errors';
import type { PendingSignIn } from './provider-sign-in.service';

/** Enough time to find the phone or the printed recovery codes. */
const LIFETIME_SECONDS = 600;

/** Stores the verified identity in a sealed cookie while the user enters the code of the second factor. */
@Injectable()
export class CodeStepsService {
  private readonly cookie: FlowCookie;

  constructor(cookies: FlowCookies) {
    this.cookie = cookies.declare({ name: 'signin-code', maxAgeSeconds: LIFETIME_SECONDS });
  }

  begin(pending: PendingSignIn): string {
    return this.cookie.seal(pending);
  }

  /** Can be read until it expires: each attempt requires a code that was not used before. */
  of(request: IncomingRequest): PendingSignIn {
    const step = this.cookie.open<PendingSignIn>(request);
    if (step === null) throw new InvalidLoginFlow('code_step_missing');
    return step;
  }

  ended(): string {
    return this.cookie.cleared();
  }
}
