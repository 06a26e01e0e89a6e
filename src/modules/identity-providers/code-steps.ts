import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../access/incoming-request';
import { RoundTripRefused } from './identity-providers.errors';
import type { Arrival } from './provider-sign-in.service';
import { SealedCookies } from './sealed-cookies';

const COOKIE = 'signin-code';
/** Long enough to look for a phone, or for the paper with the recovery codes. */
const LIFETIME_SECONDS = 600;

/** Keeps with the browser whom a provider has vouched for, while they look for the code of their second factor. */
@Injectable()
export class CodeSteps {
  constructor(private readonly cookies: SealedCookies) {}

  begin(arrival: Arrival): string {
    return this.cookies.leadingOn(COOKIE, arrival, LIFETIME_SECONDS);
  }

  /** Good until it is too old: each try needs a code that nobody has used. */
  of(request: IncomingRequest): Arrival {
    const step = this.cookies.read<Arrival>(request, COOKIE);
    if (step === null) throw new RoundTripRefused('code_step_missing');
    return step;
  }

  ended(): string {
    return this.cookies.cleared(COOKIE);
  }
}
