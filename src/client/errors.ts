/** A field of an input that the service has rejected. */
export interface InputIssue {
  /** Such as `values.col_…` or `items.3.name`; empty for the input as a whole. */
  path: string;
  message: string;
}

/** The body of an error response. */
export interface ErrorBody {
  error?: {
    message?: string;
    data?: { code?: string; reason?: string; issues?: InputIssue[] };
  };
}

/** The service has rejected a call. */
export class TrestleError extends Error {
  override readonly name = 'TrestleError';
  /** Such as `NOT_FOUND`; `UNKNOWN` for a response that Trestle did not write. */
  readonly code: string;
  /** Why, where a code has several causes that programs distinguish. */
  readonly reason: string | undefined;
  readonly issues: readonly InputIssue[];
  /** The HTTP status. */
  readonly status: number;
  /** Identifies the request in the log of the service. */
  readonly requestId: string | undefined;
  /** Seconds after which a retry can succeed, if the service says so. */
  readonly retryAfter: number | undefined;

  constructor(
    readonly procedure: string,
    response: Response,
    { error }: ErrorBody,
  ) {
    super(error?.message ?? `${procedure} returned status ${response.status}`);
    this.code = error?.data?.code ?? 'UNKNOWN';
    this.reason = error?.data?.reason;
    this.issues = error?.data?.issues ?? [];
    this.status = response.status;
    this.requestId = response.headers.get('x-request-id') ?? undefined;
    const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
    this.retryAfter = Number.isNaN(seconds) ? undefined : seconds;
  }
}

/** The service could not be reached, or its response was cut off. `cause` is the error of `fetch`. */
export class TrestleUnavailable extends Error {
  override readonly name = 'TrestleUnavailable';

  constructor(
    readonly procedure: string,
    cause: unknown,
  ) {
    super(`${procedure} got no response`, { cause });
  }
}
