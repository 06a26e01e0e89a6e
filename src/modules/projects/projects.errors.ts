import { AppError } from '../../kernel/app-error';

/** The project changed after the version that the write expects. */
export class ProjectChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The project has changed since it was read; read it again');
  }
}
