import { clock } from '../../../kernel/clock';

/** How long a deleted account can be restored. */
export const RESTORATION_DAYS = 7;

export const RESTORATION_MS = RESTORATION_DAYS * 86_400_000;
const MARGIN_MS = 3_600_000;

/** Accounts that were deleted before can no longer be restored. */
export function restorableSince(): Date {
  return new Date(clock.nowMs() - RESTORATION_MS);
}

/** When the erasure of an account that is deleted now starts: an hour after the last restoration can have started. */
export function erasureTime(): Date {
  return new Date(clock.nowMs() + RESTORATION_MS + MARGIN_MS);
}
