import { AppError, InvalidInput } from '../../kernel/app-error';

export class WebhookChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The webhook has changed since it was read; read it again');
  }
}

export class TooManyWebhooks extends AppError {
  constructor(most: number) {
    super('BAD_REQUEST', `An organization has at most ${most} webhooks`);
  }
}

export class WebhookDisabled extends AppError {
  constructor() {
    super('BAD_REQUEST', 'The webhook is disabled; enable it first', { reason: 'webhook_disabled' });
  }
}

export class TooManyEvents extends InvalidInput {
  constructor(path: string, most: number) {
    super([{ path, message: `Must select at most ${most} events; use a shorter range` }]);
  }
}
