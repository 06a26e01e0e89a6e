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
