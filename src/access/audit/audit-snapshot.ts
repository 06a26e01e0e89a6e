import { type Statement, statement } from '../../platform/database/statement';

/**
 * How the audit log reads a record before and after a change. A procedure names it as its `recordAuditSnapshot`; the entry
 * then contains the old and new values of the changed fields.
 */
export interface AuditSnapshot {
  /** Returns at most one row. It lists columns explicitly, so that no secret gets into an entry by accident. */
  readonly fields: Statement;
  /**
   * Its parameters, `$1` first: `organizationId`, `callerId`, `target` (the record that the call names or creates), or a
   * field of the call's input. There is no record yet while one of them is unknown.
   */
  readonly key: readonly string[];
  /**
   * Whether calls change the record, instead of only creating and deleting it: they then run one at a time, so that the
   * old value is the value that the call overwrites. Not for calls that wait for boards, because all calls of the
   * organization would wait with them.
   */
  readonly isHeld: boolean;
}

export function recordAuditSnapshot(
  noun: string,
  key: readonly string[],
  text: string,
  { isHeld = false }: { isHeld?: boolean } = {},
): AuditSnapshot {
  return { fields: statement(`audited.${noun}`, text), key, isHeld };
}
