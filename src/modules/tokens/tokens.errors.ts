import { AppError } from '../../kernel/app-error';

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
