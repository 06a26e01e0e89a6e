import type { AppError } from '../../kernel/app-error';

export interface RenderedError {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The failed request. `url` is unprocessed: it may have a query, and no route may match it. */
export interface FailedRequest {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly authorization?: string | undefined; readonly host?: string | undefined };
}

/** Renders an error in the format of a protocol. */
export interface ErrorRenderer {
  render(error: AppError, request: FailedRequest): RenderedError;
}

/** The renderer of a protocol with its own paths. */
export interface ProtocolErrorRenderer extends ErrorRenderer {
  /** Matches the path of the route or, where no route matches, the URL as it was sent. */
  readonly paths: RegExp;
}
