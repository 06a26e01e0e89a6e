import { AppError } from '../../../kernel/app-error';

export type HandoverReason = 'handover_unknown' | 'handover_expired' | 'handover_other_browser';

/** A way to an organization's host and back that does not end in a session. */
export class HandoverRefused extends AppError {
  constructor(reason: HandoverReason) {
    super(
      'BAD_REQUEST',
      'This sign-in was not begun in this browser, or is over; go back to the application and begin anew',
      { reason },
    );
  }
}
