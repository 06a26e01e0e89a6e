import { AppError } from '../../kernel/app-error';
import type { ErrorCode } from '../../kernel/error-code';

/** What whoever filled in a form can do something about. */
const SHOWN_IN_FORM: ReadonlySet<ErrorCode> = new Set([
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
]);

/** The refusal that a form is shown again with; throws on what needs a page of its own (limits, faults). */
export function refusalOf(thrown: unknown): AppError {
  if (thrown instanceof AppError && SHOWN_IN_FORM.has(thrown.code)) return thrown;
  throw thrown;
}
