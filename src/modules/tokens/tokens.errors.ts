import { AppError } from '../../kernel/app-error';

export class ScopesExceeded extends AppError {
  constructor() {
    super('FORBIDDEN', 'A token can only create tokens with scopes that it has itself');
  }
}

export class ApplicationsMakeNoTokens extends AppError {
  constructor() {
    super('FORBIDDEN', 'An application that somebody authorized cannot create tokens of theirs');
  }
}

export class LifetimeExceeded extends AppError {
  constructor() {
    super('FORBIDDEN', 'A token cannot create a token that outlives it');
  }
}
