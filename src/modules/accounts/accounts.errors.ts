import { AppError, InvalidInput } from '../../kernel/app-error';

export class RegistrationRejected extends AppError {
  constructor(policy: 'invite' | 'closed') {
    super(
      'FORBIDDEN',
      policy === 'invite' ? 'Registration requires an invitation' : 'Registration is closed',
    );
  }
}

export class EmailTaken extends AppError {
  constructor() {
    const issue = { path: 'email', message: 'Another account has this e-mail address' };
    super('CONFLICT', `${issue.path}: ${issue.message}`, { issues: [issue] });
  }
}

/** Only for the operator of the installation: callers of the API cannot probe for accounts. */
export class AccountUnknown extends InvalidInput {
  constructor() {
    super([{ path: 'email', message: 'No account has this e-mail address' }]);
  }
}

/** The same error for an unknown e-mail address and a wrong password, so that no one can probe for accounts. */
export class WrongPair extends AppError {
  constructor() {
    super('UNAUTHORIZED', 'Wrong e-mail or password');
  }
}

/** The same error for a used, replaced, expired or unknown token. */
export class ResetTokenInvalid extends InvalidInput {
  constructor() {
    super([{ path: 'token', message: 'This link is no longer valid; request a new one' }]);
  }
}

/**
 * The password is correct, but a second factor is required. Pages request the code when they receive this
 * reason.
 */
export class SecondFactorNeeded extends AppError {
  constructor() {
    super('UNAUTHORIZED', 'Enter the code of your authenticator or a recovery code', {
      reason: 'second_factor_needed',
    });
  }
}

/** The same error for a wrong, expired or used code. */
export class SecondFactorWrong extends AppError {
  constructor() {
    super('UNAUTHORIZED', 'This code is wrong or was already used', { reason: 'second_factor_wrong' });
  }
}

/**
 * Changes to an account's protection require reauthentication. Pages request the password when they receive
 * this reason.
 */
export class OwnerProofNeeded extends AppError {
  constructor() {
    const issue = {
      path: 'password',
      message: 'Enter your password, or sign in again to continue without it',
    };
    super('BAD_REQUEST', `${issue.path}: ${issue.message}`, {
      issues: [issue],
      reason: 'owner_proof_needed',
    });
  }
}

export class TooManyAttempts extends AppError {
  constructor(retryAfterSeconds: number) {
    super('TOO_MANY_REQUESTS', 'Too many failed attempts; wait before you try again', { retryAfterSeconds });
  }
}

export class SecondFactorEnabled extends AppError {
  constructor() {
    super('CONFLICT', 'Two-factor authentication is already on; switch it off to set it up again');
  }
}

export class SecondFactorMissing extends AppError {
  constructor() {
    super('CONFLICT', 'Two-factor authentication is off');
  }
}

export class AccountChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The account has changed since; read it again');
  }
}

/** The same error for a used, replaced, revoked, expired or unknown token. */
export class InvitationTokenInvalid extends InvalidInput {
  constructor() {
    super([{ path: 'invitationToken', message: 'This invitation is no longer valid; ask for a new one' }]);
  }
}

/** Expired, changed, or mailed for an address that the account no longer has: the response is the same. */
export class ConfirmationLinkInvalid extends InvalidInput {
  constructor() {
    super([
      {
        path: 'token',
        message:
          'This link is no longer valid; to confirm the address, set a new password with "Forgot your password?"',
      },
    ]);
  }
}

export class ConfirmationForAnotherAccount extends AppError {
  constructor() {
    super(
      'FORBIDDEN',
      'This link was mailed for another account; sign out and sign in to that account to confirm its address',
    );
  }
}

/** Expired, changed, or the account has another address by now: the response is the same. */
export class ChangeLinkInvalid extends InvalidInput {
  constructor() {
    super([{ path: 'token', message: 'This link is no longer valid' }]);
  }
}

export class ChangeForAnotherAccount extends AppError {
  constructor() {
    super(
      'FORBIDDEN',
      'This link was mailed for another account; sign out and sign in to that account to change its address',
    );
  }
}

export class EmailUnchanged extends InvalidInput {
  constructor() {
    super([{ path: 'email', message: 'Your account already has this e-mail address' }]);
  }
}

export class EmailManaged extends AppError {
  constructor() {
    super('FORBIDDEN', 'Your organization manages the address of your account; ask its administrators');
  }
}

export class AccountAlreadyDeleted extends AppError {
  constructor() {
    super('CONFLICT', 'The account is deleted already', { reason: 'account_deleted' });
  }
}

/** Expired, of an account that was restored, or changed: the response is the same. */
export class AccountLinkInvalid extends InvalidInput {
  constructor() {
    super([{ path: 'token', message: 'This link is no longer valid' }]);
  }
}

/** The session is too old for what the call does. */
export class RecentSignInNeeded extends AppError {
  constructor() {
    super('FORBIDDEN', 'Sign in again: the session must have begun in the last 10 minutes', {
      reason: 'recent_sign_in_needed',
    });
  }
}
