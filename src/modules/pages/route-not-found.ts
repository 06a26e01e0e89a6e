import { AppError } from '../../kernel/app-error';

/** As for any address that is none. */
export class RouteNotFound extends AppError {
  constructor() {
    super('NOT_FOUND', 'No such route');
  }
}
