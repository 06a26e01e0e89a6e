import type { ErrorCode } from './error-code';

/** One refused field: `path` is dotted from the input's root (`values.col_…`), empty for the input itself. */
export interface InputIssue {
  path: string;
  message: string;
}

/** A failure the caller may see. Anything else that is thrown becomes INTERNAL_SERVER_ERROR without detail. */
export class AppError extends Error {
  readonly issues: readonly InputIssue[] | undefined;
  /** Seconds after which a repeat may succeed; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  /** A stable word for programs that must tell this failure from others of its code; shown as `data.reason`. */
  readonly reason: string | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    details: {
      issues?: readonly InputIssue[];
      retryAfterSeconds?: number;
      reason?: string;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = new.target.name;
    this.issues = details.issues;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.reason = details.reason;
  }
}

/** BAD_REQUEST whose issues name the refused fields; the message repeats the first one. */
export class InvalidInput extends AppError {
  constructor(issues: readonly InputIssue[]) {
    const first = issues[0];
    super('BAD_REQUEST', first ? `${first.path ? `${first.path}: ` : ''}${first.message}` : 'Invalid input', {
      issues,
    });
  }

  static at(path: string, message: string): InvalidInput {
    return new InvalidInput([{ path, message }]);
  }
}
