import { AppError } from '../../kernel/app-error';

/** The same error as for an unknown URL. */
export class RouteNotFound extends AppError {
  constructor() {
    super('NOT_FOUND', 'No such route');
  }
}
