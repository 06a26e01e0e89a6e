import { type Statement, statement } from '../database/statement';

/** Rows that expire. */
export interface ExpiringRows {
  /** Their name in the log. */
  kind: string;
  /** Deletes a bounded number of rows that expired before `$1`, and returns one row for each. */
  removal: Statement;
  /** How long expired rows are retained, for lists that show them. */
  keptMs?: number;
}

const EXPIRING = Symbol('expiring rows');

/** Declares rows of a repository that a scheduled sweep deletes after they have expired. */
export function Expires(...rows: readonly ExpiringRows[]): ClassDecorator {
  return (target) => Reflect.defineMetadata(EXPIRING, rows, target);
}

export function expiringRowsOf(of: unknown): readonly ExpiringRows[] {
  return typeof of === 'function'
    ? ((Reflect.getOwnMetadata(EXPIRING, of) as readonly ExpiringRows[] | undefined) ?? [])
    : [];
}

/** A row whose expiry another transaction extends meanwhile has another `ctid` then, and is not deleted. */
export function removalOf(table: string, expiresAt = 'expires_at'): Statement {
  return statement(
    `${table}.remove-expired`,
    `delete from ${table}
     where ctid = any (array(select ctid from ${table} where ${expiresAt} <= $1 limit 1000)) returning 1`,
  );
}
