import { AppError } from '../../kernel/app-error';

const ROUND_TRIPS = {
  state_mismatch: 'This sign-in was not begun in this browser, or took too long; please sign in again',
  state_used: 'This sign-in is over already; please sign in again',
  code_step_missing: 'That took too long; please sign in again',
} as const;

/** An answer of a provider that nobody here waits for, or not any more. */
export class RoundTripRefused extends AppError {
  constructor(reason: keyof typeof ROUND_TRIPS) {
    super('BAD_REQUEST', ROUND_TRIPS[reason], { reason });
  }
}

const IDENTITIES = {
  email_missing: 'The provider told no e-mail address of yours; allow it to, or sign in another way',
  email_not_verified:
    'The provider has not verified that your e-mail address is yours; verify it there, or sign in by password',
  registration_closed: 'Nobody here has your e-mail address, and no new accounts are opened here',
  invitation_needed:
    'Nobody here has your e-mail address, and accounts are opened by invitation only; use the link of your invitation',
  provider_disconnected:
    'This provider was disconnected from your account; sign in another way, and let it in again in your settings',
} as const;

/** Somebody whom a provider vouches for and who is not let in. */
export class IdentityRefused extends AppError {
  constructor(reason: keyof typeof IDENTITIES) {
    super('FORBIDDEN', IDENTITIES[reason], { reason });
  }
}

/** Without it nobody could sign in any more. */
export class LastWayIn extends AppError {
  constructor() {
    super(
      'CONFLICT',
      'This is the only way into your account; set a password first, by way of "Forgot your password?"',
    );
  }
}
