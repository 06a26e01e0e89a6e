import { AppError } from '../../kernel/app-error';

/** A target that this service does not call: the address, the scheme or the port is refused. */
export class OutboundRefused extends AppError {
  constructor(message: string) {
    super('BAD_REQUEST', message, { reason: 'outbound_refused' });
  }
}

/** A target that may be called did not answer as it should. Says nothing of what it answered. */
export class OutboundFailed extends AppError {
  constructor(message: string, cause?: unknown) {
    super('BAD_REQUEST', message, { reason: 'outbound_failed', cause });
  }
}
