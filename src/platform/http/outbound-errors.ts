import { AppError } from '../../kernel/app-error';

/** A target that this service does not call: its address, scheme or port is rejected. */
export class OutboundRejected extends AppError {
  constructor(message: string) {
    super('BAD_REQUEST', message, { reason: 'outbound_refused' });
  }
}

/** An allowed target failed or sent an unusable response. Contains nothing of the response. */
export class OutboundFailed extends AppError {
  constructor(message: string, cause?: unknown) {
    super('BAD_REQUEST', message, { reason: 'outbound_failed', cause });
  }
}
