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

export class OrganizationNotNamed extends AppError {
  constructor() {
    super('BAD_REQUEST', 'Name the organization: call its own host or send the header x-tenant-id');
  }
}
