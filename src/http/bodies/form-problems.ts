import { AppError } from '../../kernel/app-error';

/** A part of a form, or all of it, exceeds a limit. */
export function tooLarge(field: string, maxBytes: number): AppError {
  const message = `Must be at most ${maxBytes} bytes`;
  return new AppError('PAYLOAD_TOO_LARGE', `${field}: ${message}`, { issues: [{ path: field, message }] });
}

/** Every failure to parse a form is the client's error. */
export function formProblem(error: unknown, maxParts?: number): AppError {
  if (error instanceof AppError) return error;
  const { code } = (error ?? {}) as { code?: string };
  if (code === 'FST_PARTS_LIMIT')
    return new AppError('BAD_REQUEST', `The form has more than ${maxParts} parts`, { cause: error });
  return malformedForm(error);
}

/** The form does not follow its format, or ends early. */
export function malformedForm(cause?: unknown): AppError {
  return new AppError('BAD_REQUEST', 'The form is malformed or incomplete', { cause });
}
