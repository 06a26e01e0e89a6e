import { AppError } from '../kernel/app-error';

export class NotAuthenticated extends AppError {
  constructor(message = 'Sign in or send a valid token') {
    super('UNAUTHORIZED', message);
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

export class OrganizationNotNamed extends AppError {
  constructor() {
    super('BAD_REQUEST', 'Name the organization: call its own host or send the header x-tenant-id');
  }
}
