import { asUnavailable, isRetryable, isStatementTimeout, sqlState } from '../database-errors';

const CAUSES = ['timeout', 'conflict', 'connection', 'rule', 'other'] as const;

export type FailureCause = (typeof CAUSES)[number];

/** Integrity constraints, and the errors that database functions raise for callers. */
const RULE = /^(23|TR)/;

/** Failed statements of this process by cause, like its event loop. */
export const statementFailures = {
  counts: new Map<FailureCause, number>(CAUSES.map((cause) => [cause, 0])),

  add(error: Error): void {
    const cause = causeOf(error);
    this.counts.set(cause, this.counts.get(cause)! + 1);
  },
};

function causeOf(error: Error): FailureCause {
  if (isStatementTimeout(error)) return 'timeout';
  if (isRetryable(error)) return 'conflict';
  if (RULE.test(sqlState(error) ?? '')) return 'rule';
  return asUnavailable(error) === null ? 'other' : 'connection';
}
