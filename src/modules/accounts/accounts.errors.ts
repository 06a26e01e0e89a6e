import { AppError, InvalidInput } from '../../kernel/app-error';

export class RegistrationRefused extends AppError {
  constructor(policy: 'invite' | 'closed') {
    super(
      'FORBIDDEN',
      policy === 'invite' ? 'Accounts are opened by invitation only' : 'No new accounts are opened here',
    );
  }
}

export class EmailTaken extends AppError {
  constructor() {
    const issue = { path: 'email', message: 'Another account has this e-mail address' };
    super('CONFLICT', `${issue.path}: ${issue.message}`, { issues: [issue] });
  }
}

/** One text for an unknown e-mail and for a wrong password: who tries addresses learns nothing. */
export class WrongPair extends AppError {
  constructor() {
    super('UNAUTHORIZED', 'Wrong e-mail or password');
  }
}

/** Used, replaced by a newer one, too old, or never made: the answer is the same. */
export class ResetTokenInvalid extends InvalidInput {
  constructor() {
    super([{ path: 'token', message: 'This link is not valid any more; ask for a new one' }]);
  }
}

/** The password was right and is not enough. Pages ask for the code when they see the reason. */
export class SecondFactorNeeded extends AppError {
  constructor() {
    super('UNAUTHORIZED', 'Enter the code of your authenticator or a recovery code', {
      reason: 'second_factor_needed',
    });
  }
}

/** Wrong, too old, or used already: the answer is the same. */
export class SecondFactorWrong extends AppError {
  constructor() {
    super('UNAUTHORIZED', 'This code is wrong or was used already', { reason: 'second_factor_wrong' });
  }
}

/** What changes how an account is protected asks who is there. Pages ask for the password when they see the reason. */
export class OwnerProofNeeded extends AppError {
  constructor() {
    const issue = { path: 'password', message: 'Enter your password, or sign in anew to go on without' };
    super('BAD_REQUEST', `${issue.path}: ${issue.message}`, {
      issues: [issue],
      reason: 'owner_proof_needed',
    });
  }
}

export class TooManyAttempts extends AppError {
  constructor(retryAfterSeconds: number) {
    super('TOO_MANY_REQUESTS', 'Too many wrong tries; wait before you try again', { retryAfterSeconds });
  }
}

export class SecondFactorEnabled extends AppError {
  constructor() {
    super('CONFLICT', 'Two-factor authentication is on already; switch it off to set it up anew');
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

/** Used, replaced by a newer one, revoked, too old, or never made: the answer is the same. */
export class InvitationTokenInvalid extends InvalidInput {
  constructor() {
    super([{ path: 'invitationToken', message: 'This invitation is not valid any more; ask for a new one' }]);
  }
}
