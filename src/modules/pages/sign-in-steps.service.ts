import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
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
    const until = clock.nowMs() + STEP_LIFETIME_MS;
    return this.box.seal(JSON.stringify({ email, password, until }), BELONGS_TO);
  }

  /** Null if it has expired or was not created here. */
  open(sealed: string): FirstStep | null {
    try {
      const { email, password, until } = JSON.parse(this.box.open(sealed, BELONGS_TO)) as FirstStep & {
        until: number;
      };
      return until > clock.nowMs() ? { email, password } : null;
    } catch {
      return null;
    }
  }
}
