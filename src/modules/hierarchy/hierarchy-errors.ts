import { AppError } from '../../kernel/app-error';

/** Missing and hidden look the same: existence never leaks (contract §3). */
export class RecordNotFound extends AppError {
  constructor(noun: string) {
    super('NOT_FOUND', `No such ${noun}`);
  }
}

/** The caller sees the record but may not do this with it. */
export class RecordRefused extends AppError {
  constructor(message: string) {
    super('FORBIDDEN', message);
  }
}
