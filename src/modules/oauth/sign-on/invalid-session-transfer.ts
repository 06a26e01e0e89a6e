import { AppError } from '../../../kernel/app-error';

export type SessionTransferReason = 'handover_unknown' | 'handover_expired' | 'handover_other_browser';

/** A way to an organization's host and back that does not end in a session. */
export class InvalidSessionTransfer extends AppError {
  constructor(reason: SessionTransferReason) {
    super(
      'BAD_REQUEST',
      'This sign-in was not started in this browser or has expired; go back to the application and start again',
      { reason },
    );
  }
}
