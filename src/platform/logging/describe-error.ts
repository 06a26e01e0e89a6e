import { sqlState, violatedConstraint } from '../database/database-errors';

/** Deeper causes add nothing. */
const MAX_CAUSES = 4;

/**
 * Describes an error for diagnosis. Omits the parameters and the row of a failed statement, which drivers attach to their
 * errors: both may contain password hashes, digests of secrets and personal data.
 */
export function describeError(error: unknown, causes = 0): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as { code?: unknown };
  // Not as `code`: the log redacts values with that name as second-factor codes.
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
