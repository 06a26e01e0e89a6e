import { AppError } from '../../kernel/app-error';

/** PostgreSQL's five-character SQLSTATE of an error, wherever the driver or TypeORM put it. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, driverError } = error as { code?: unknown; driverError?: unknown };
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  return driverError === undefined ? undefined : sqlState(driverError);
}

/** The violated constraint's name, for repositories that translate it into the noun's own error. */
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

const CONNECTION_PROBLEMS = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);
// admin shutdown, crash shutdown, cannot connect now, too many connections, statement cancelled by its time limit
const UNAVAILABLE_STATES = new Set(['57P01', '57P02', '57P03', '53300', '57014', '55P03']);

/** A database that is away or overloaded is a 503 that invites a retry, not a fault of ours. */
export function asUnavailable(error: unknown): AppError | null {
  const code = (error as { code?: unknown } | null)?.code;
  const message = error instanceof Error ? error.message : '';
  const isAway =
    UNAVAILABLE_STATES.has(sqlState(error) ?? '') ||
    (typeof code === 'string' && CONNECTION_PROBLEMS.has(code)) ||
    message.startsWith('timeout exceeded when trying to connect') ||
    message.startsWith('Connection terminated');
  return isAway
    ? new AppError('SERVICE_UNAVAILABLE', 'The service is busy or restarting; try again shortly', {
        retryAfterSeconds: 1,
        cause: error,
      })
    : null;
}
