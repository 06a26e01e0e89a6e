import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../platform/crypto/secret-box';

/** Long enough to look for a phone, or for the paper with the recovery codes. */
const STEP_LIFETIME_MS = 10 * 60_000;
const BELONGS_TO = 'first step of signing in';

export interface FirstStep {
  readonly email: string;
  readonly password: string;
}

/**
 * Carries e-mail and password from the first page of signing in to the one that asks for a code. Encrypted, so that the
 * page and what caches it hold no password; the server keeps nothing, and checks the pair again with the code.
 */
@Injectable()
export class SignInStepsService {
  constructor(private readonly box: SecretBox) {}

  seal({ email, password }: FirstStep): string {
    return this.box.sealFor(STEP_LIFETIME_MS, { email, password }, BELONGS_TO);
  }

  /** Null when it is too old, or none of ours. */
  open(sealed: string): FirstStep | null {
    return this.box.openCurrent(sealed, BELONGS_TO);
  }
}
