import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../platform/crypto/secret-box';

/** Enough time to find the phone or the printed recovery codes. */
const STEP_LIFETIME_MS = 10 * 60_000;
const BELONGS_TO = 'first step of signing in';

export interface FirstStep {
  readonly email: string;
  readonly password: string;
}

/**
 * Passes e-mail address and password from the first sign-in page to the one that asks for a code. Encrypted, so that
 * the page and its caches contain no password. The server stores nothing, and checks the password again with the code.
 */
@Injectable()
export class SignInStepsService {
  constructor(private readonly box: SecretBox) {}

  seal({ email, password }: FirstStep): string {
    return this.box.sealFor(STEP_LIFETIME_MS, { email, password }, BELONGS_TO);
  }

  /** Null if it has expired or was not created here. */
  open(sealed: string): FirstStep | null {
    return this.box.openCurrent(sealed, BELONGS_TO);
  }
}
