import { sqlState, violatedConstraint } from '../database/database-errors';

/** Causes further down have nothing to add. */
const MAX_CAUSES = 4;

/**
 * What helps to find a fault. Not what a failed statement was given, nor the row it was about, which drivers hang on
 * their errors: both may hold password hashes, digests of secrets and people's data.
 */
export function describeError(error: unknown, causes = 0): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as { code?: unknown };
  // Not as `code`: values under that name are taken for a second factor's.
  const errorCode = sqlState(error) ?? (typeof code === 'string' ? code : undefined);
  const constraint = violatedConstraint(error);
  const hasCause = error.cause !== undefined && causes < MAX_CAUSES;
  return {
    type: error.name,
    message: error.message,
    ...(errorCode === undefined ? {} : { errorCode }),
    ...(constraint === undefined ? {} : { constraint }),
    stack: error.stack,
    ...(hasCause ? { cause: describeError(error.cause, causes + 1) } : {}),
  };
}
