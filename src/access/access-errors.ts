import { AppError } from '../kernel/app-error';

export class NotAuthenticated extends AppError {
  constructor(message = 'Sign in or send a valid token') {
    super('UNAUTHORIZED', message);
  }
}

/** Told to nobody but who holds the right secret. */
export class TokenExpired extends AppError {
  constructor() {
    super('UNAUTHORIZED', 'This token has expired; make a new one', { reason: 'token_expired' });
  }
}

export class NotAllowed extends AppError {
  constructor(message: string) {
    super('FORBIDDEN', message);
  }
}

/** Pages send whoever meets this to where two-factor authentication is set up. */
export class SecondFactorRequired extends AppError {
  constructor() {
    super(
      'FORBIDDEN',
      'This organization requires two-factor authentication; set it up for your account first',
      { reason: 'second_factor_required' },
    );
  }
}

/** Where an organization lets people in by its own single sign-on alone. */
export class SignOnRequired extends AppError {
  constructor() {
    super('FORBIDDEN', 'This organization lets people in by its single sign-on only; sign in there', {
      reason: 'sso_required',
    });
  }
}

/** An organization's single sign-on vouches for somebody in that organization and nowhere else. */
export class SignedOnElsewhere extends AppError {
  constructor() {
    super(
      'FORBIDDEN',
      'You are signed in by the single sign-on of an organization: sign in by yourself for this',
      {
        reason: 'signed_on_elsewhere',
      },
    );
  }
}

export class OrganizationNotNamed extends AppError {
  constructor() {
    super('BAD_REQUEST', 'Name the organization: call its own host or send the header x-tenant-id');
  }
}
