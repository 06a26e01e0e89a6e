import { clock } from '../../../kernel/clock';

/** How long a deleted organization can be restored. */
export const RESTORATION_DAYS = 7;

const PERIOD_MS = RESTORATION_DAYS * 86_400_000;
const MARGIN_MS = 3_600_000;

/** Organizations that were deleted before can no longer be restored. */
export function restorableSince(): Date {
  return new Date(clock.nowMs() - PERIOD_MS);
}

/**
 * When the purge of an organization that is deleted now starts: an hour after the last restoration can have started, so that
 * none is in progress.
 */
export function purgeTime(): Date {
  return new Date(clock.nowMs() + PERIOD_MS + MARGIN_MS);
}
