export type Status = 'ok' | 'warning' | 'failed' | 'skipped';

/** The result of one check. */
export interface Finding {
  /** Stable, such as `database.version`. */
  check: string;
  status: Status;
  /** What was found. */
  message: string;
  /** What to do about it; null when there is nothing to do. */
  advice: string | null;
}

/** Checks that share a connection. */
export interface CheckGroup {
  /** The check that fails when the group throws or takes too long. */
  check: string;
  /** What to do in that case. */
  advice: string;
  timeoutMs: number;
  run(): Promise<Finding[]>;
}

export const ok = (check: string, message: string): Finding => ({
  check,
  status: 'ok',
  message,
  advice: null,
});

export const skipped = (check: string, message: string): Finding => ({
  check,
  status: 'skipped',
  message,
  advice: null,
});

export const warning = (check: string, message: string, advice: string): Finding => ({
  check,
  status: 'warning',
  message,
  advice,
});

export const failed = (check: string, message: string, advice: string): Finding => ({
  check,
  status: 'failed',
  message,
  advice,
});
