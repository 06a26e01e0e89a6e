import { AppError } from '../../../kernel/app-error';

export type SessionTransferReason = 'handover_unknown' | 'handover_expired' | 'handover_other_browser';

/** A session transfer between an organization's host and the apex that failed. */
export class InvalidSessionTransfer extends AppError {
  constructor(reason: SessionTransferReason) {
    super(
      'BAD_REQUEST',
      'This sign-in was not started in this browser or has expired; go back to the application and start again',
      { reason },
    );
  }
}
