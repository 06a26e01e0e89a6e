import { AppError } from '../../kernel/app-error';
import type { ErrorCode } from '../../kernel/error-code';

/** Failures that the user can correct in the form. */
const SHOWN_IN_FORM: ReadonlySet<ErrorCode> = new Set([
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
]);

/** The error to show in the form; throws on errors that need a separate page (limits, internal errors). */
export function problemOf(thrown: unknown): AppError {
  if (thrown instanceof AppError && SHOWN_IN_FORM.has(thrown.code)) return thrown;
  throw thrown;
}
