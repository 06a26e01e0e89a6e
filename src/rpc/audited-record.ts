import { type Statement, statement } from '../platform/database/statement';

/**
 * How the audit log reads a record that calls change. A procedure names it as its `auditedRecord`; the entry then tells
 * the fields that were others before, and what they are after.
 */
export interface AuditedRecord {
  /** At most one row. It names what may be told, column by column: a secret is in no entry because nobody forgot it. */
  readonly fields: Statement;
  /**
   * What its parameters are, `$1` first: `organizationId`, `callerId`, `target` (the record that the call names or makes),
   * or a field of the call's input. While one of them is unknown there is no record yet.
   */
  readonly key: readonly string[];
  /**
   * Whether calls change it, and do not only make and end it: they then wait for each other, so that what one reads as
   * before is what it overwrites. Not for calls that wait for boards, since all of the organization would wait with them.
   */
  readonly isHeld: boolean;
}

export function auditedRecord(
  noun: string,
  key: readonly string[],
  text: string,
  { isHeld = false }: { isHeld?: boolean } = {},
): AuditedRecord {
  return { fields: statement(`audited.${noun}`, text), key, isHeld };
}
