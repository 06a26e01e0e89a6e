import { AppError, InvalidInput } from '../../kernel/app-error';

export class ScopesExceeded extends AppError {
  constructor() {
    super('FORBIDDEN', 'A token can create only tokens with a subset of its own scopes');
  }
}

export class ApplicationsMakeNoTokens extends AppError {
  constructor() {
    super('FORBIDDEN', 'An OAuth application cannot create personal access tokens');
  }
}

export class LifetimeExceeded extends AppError {
  constructor() {
    super('FORBIDDEN', 'A token cannot create a token that outlives it');
  }
}

export class LimitsExceeded extends AppError {
  constructor() {
    super('FORBIDDEN', 'A token can create only tokens with the same or narrower limits');
  }
}

/** The organization limits the lifetime of tokens. */
export class OrganizationLifetimeExceeded extends InvalidInput {
  constructor(maxDays: number, hasExpiry: boolean) {
    const maximum = `at most ${maxDays}d in this organization`;
    super([{ path: 'expiresIn', message: hasExpiry ? `Must be ${maximum}` : `Required: ${maximum}` }]);
  }
}
