import { AppError } from '../../kernel/app-error';

/** The row moved under a write that named the version it had seen. */
export class ProjectChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The project has changed since; read it again');
  }
}
