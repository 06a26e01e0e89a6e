import { ServiceUnavailable } from '../../kernel/app-error';

/** PostgreSQL's five-character SQLSTATE of an error, whether the driver or TypeORM threw it. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, driverError } = error as { code?: unknown; driverError?: unknown };
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  return driverError === undefined ? undefined : sqlState(driverError);
}

/** The name of the violated constraint, which repositories translate into a domain error. */
export function violatedConstraint(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { constraint, driverError } = error as { constraint?: unknown; driverError?: unknown };
  if (typeof constraint === 'string') return constraint;
  return driverError === undefined ? undefined : violatedConstraint(driverError);
}

const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';

export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return state === DEADLOCK || state === SERIALIZATION_FAILURE;
}

const LOCK_NOT_AVAILABLE = '55P03';

/** Whether a statement waited for a lock longer than the `lock_timeout` of its transaction. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === LOCK_NOT_AVAILABLE;
}

const QUERY_CANCELED = '57014';

/** Whether the server canceled a statement that took too long. */
export function isStatementTimeout(error: unknown): boolean {
  return sqlState(error) === QUERY_CANCELED;
}

/** The error of `item_write_is_in_time`. */
const LATE_WRITE = 'TR006';

/** Whether a write of one statement has waited, so that it must be repeated in a transaction (decision 0080). */
export function isLateWrite(error: unknown): boolean {
  return sqlState(error) === LATE_WRITE;
}

/** Codes of the network: no server, no route, or no address of the name. */
export const UNREACHABLE_CODES: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
/** Errors of the driver, which have no code; the last one is about a connection that was lost between two statements. */
const CONNECTION_MESSAGE =
  /^(?:timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error)/;

interface ConnectionError {
  code?: unknown;
  syscall?: unknown;
  message?: unknown;
  errors?: unknown;
}

/** Whether there is no connection to the server. A server that rejects one is not unreachable. */
export function isUnreachable(error: unknown): boolean {
  const { code, syscall, message, errors } = (error ?? {}) as ConnectionError;
  if (typeof code === 'string' && UNREACHABLE_CODES.has(code)) return true;
  // The socket of a server that has not started.
  if (code === 'ENOENT' && syscall === 'connect') return true;
  // Several addresses of one name.
  if (Array.isArray(errors) && errors.some(isUnreachable)) return true;
  return typeof message === 'string' && CONNECTION_MESSAGE.test(message);
}

/** Whether the server ends the connection, because it stops or an administrator has terminated it. */
export function isShutdown(error: unknown): boolean {
  return sqlState(error)?.startsWith('57P') === true;
}

/**
 * Classes 53 (disk full, out of memory, too many connections) and 57P (shutdown, restart, dropped database), a statement
 * that its timeout canceled, a lock that was not available, and a deadlock or serialization failure of the last attempt.
 */
const UNAVAILABLE_STATE = /^(?:53...|57P..|57014|55P03|40001|40P01)$/;

/** An unreachable, overloaded or full database is a 503 that invites a retry, not an internal error. */
export function asUnavailable(error: unknown): ServiceUnavailable | null {
  const isAway = UNAVAILABLE_STATE.test(sqlState(error) ?? '') || isUnreachable(error);
  return isAway ? new ServiceUnavailable(error) : null;
}
