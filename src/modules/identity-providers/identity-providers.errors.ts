import { AppError } from '../../kernel/app-error';

const LOGIN_FLOW_PROBLEMS = {
  state_mismatch: 'This sign-in was not started in this browser or has expired; sign in again',
  state_used: 'This sign-in was already completed; sign in again',
  session_changed:
    'You are no longer signed in with the session that began to connect the provider; try again',
  code_step_missing: 'The sign-in has expired; sign in again',
} as const;

/** A provider's response that belongs to no open login flow of this browser. */
export class InvalidLoginFlow extends AppError {
  constructor(reason: keyof typeof LOGIN_FLOW_PROBLEMS) {
    super('BAD_REQUEST', LOGIN_FLOW_PROBLEMS[reason], { reason });
  }
}

const IDENTITIES = {
  email_missing: 'The provider did not share your e-mail address; allow it to, or sign in another way',
  email_not_verified:
    'The provider has not verified your e-mail address; verify it there, or sign in with your password',
  registration_closed: 'No account has your e-mail address, and registration is closed',
  invitation_needed:
    'No account has your e-mail address, and registration requires an invitation; use the link in your invitation',
  provider_disconnected:
    'This provider was disconnected from your account; sign in another way and reconnect it in your settings',
} as const;

/** A verified identity that cannot sign in. */
export class IdentityRejected extends AppError {
  constructor(reason: keyof typeof IDENTITIES) {
    super('FORBIDDEN', IDENTITIES[reason], { reason });
  }
}

/** Disconnecting this provider would leave the user without a way to sign in. */
export class LastSignInMethod extends AppError {
  constructor() {
    super(
      'CONFLICT',
      'This is the only way to sign in to your account; set a password first with "Forgot your password?"',
    );
  }
}

/** An identity belongs to the account that it was connected to first. */
export class IdentityTaken extends AppError {
  constructor() {
    super(
      'CONFLICT',
      'Another account here is connected to your account at this provider; sign in with the provider to use that account, or choose a different account at the provider',
      { reason: 'identity_taken' },
    );
  }
}

export class EmailNotConfirmed extends AppError {
  constructor() {
    super(
      'FORBIDDEN',
      'Confirm your e-mail address first: use the link that was mailed to you, or set a new password with "Forgot your password?"',
      { reason: 'email_not_confirmed' },
    );
  }
}
