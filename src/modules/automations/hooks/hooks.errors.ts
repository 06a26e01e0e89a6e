import { AppError } from '../../../kernel/app-error';

/** Also for a wrong secret, so that the response does not reveal which automations exist. */
export class HookNotFound extends AppError {
  constructor() {
    super('NOT_FOUND', 'No such hook');
  }
}

export class HookIsDisabled extends AppError {
  constructor(message = 'The automation is disabled') {
    super('CONFLICT', message);
  }
}

export class SignatureInvalid extends AppError {
  constructor() {
    super('UNAUTHORIZED', 'The request is not signed with the signing secret of the hook');
  }
}

/** More executions of the board wait than its workers can run soon. */
export class HookQueueIsFull extends AppError {
  constructor() {
    super('TOO_MANY_REQUESTS', 'Too many executions of the board are waiting; try again later', {
      retryAfterSeconds: 60,
    });
  }
}
