import type { Log } from '../logging/log';

/** Far above the delay of a healthy installation, and longer than the lease of a killed worker. */
const MAX_LAG_SECONDS = 60;

/** How far attempts of the whole installation are behind, with further figures for the log. */
export interface AttemptLag {
  /** For how long the oldest row has been due that a worker could attempt; 0 when none is. */
  readonly oldestDueSeconds: number;
}

/** Warns when rows wait that a worker could attempt. */
export function warnOfLag(log: Log, message: string, { oldestDueSeconds, ...figures }: AttemptLag): void {
  if (oldestDueSeconds <= MAX_LAG_SECONDS) return;
  log.warn(message, { lagSeconds: Math.round(oldestDueSeconds), ...figures });
}
