import { AppError } from '../../../kernel/app-error';

export class ApplicationChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The application has changed since it was read; read it again');
  }
}

export class NoSecretToRotate extends AppError {
  constructor() {
    super('BAD_REQUEST', 'A public application has no client secret');
  }
}
