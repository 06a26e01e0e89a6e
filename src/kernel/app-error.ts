import type { ErrorCode } from './error-code';

/** One rejected field: `path` is dotted from the input's root (`values.col_…`), empty for the input itself. */
export interface InputIssue {
  path: string;
  message: string;
  /** The value that the field has, where the input expects another one. */
  current?: unknown;
}

/** A failure that the caller can see. Any other error becomes INTERNAL_SERVER_ERROR without detail. */
export class AppError extends Error {
  readonly issues: readonly InputIssue[] | undefined;
  /** Seconds after which a retry may succeed; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  /** A stable identifier for programs that distinguish failures with the same code; shown as `data.reason`. */
  readonly reason: string | undefined;
  /** The base address where the same request can succeed; shown as `data.location`. */
  readonly location: string | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    details: {
      issues?: readonly InputIssue[];
      retryAfterSeconds?: number;
      reason?: string;
      location?: string;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = new.target.name;
    this.issues = details.issues;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.reason = details.reason;
    this.location = details.location;
  }
}

/** BAD_REQUEST whose issues name the rejected fields; the message repeats the first one. */
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

/** SERVICE_UNAVAILABLE for a temporary shortage: of connections, memory or disk space. */
export class ServiceUnavailable extends AppError {
  constructor(cause?: unknown, message = 'The service is busy or restarting; try again shortly') {
    super('SERVICE_UNAVAILABLE', message, { retryAfterSeconds: 1, cause });
  }
}

/** SERVICE_UNAVAILABLE for a request above a limit that protects the process. Counted in a metric instead of the log. */
export class Overloaded extends ServiceUnavailable {
  constructor() {
    super(undefined, 'The service is overloaded; try again shortly');
  }
}
