/** A request and the response to it, as a client sees them. */
export interface Exchange {
  method: string;
  /** With the query; with or without the origin. */
  url: string;
  /** What was sent, if it is known: a value, or the text of one. */
  sent?: unknown;
  status: number;
  /** By lower-case name. */
  headers: Readonly<Record<string, unknown>>;
  /** The parsed value of JSON, otherwise text. */
  body: unknown;
}

/** As clients send it, without the query: they resolve `..`, and encode what no URL can have. */
export function pathOf({ url }: Pick<Exchange, 'url'>): string {
  return new URL(url.startsWith('/') ? `http://trestle.test${url}` : url).pathname;
}

/** The path that a route matches; as it was sent where it cannot be decoded. */
export function decodedPathOf(exchange: Pick<Exchange, 'url'>): string {
  const path = pathOf(exchange);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export const mediaTypeOf = ({ headers }: Pick<Exchange, 'headers'>): string =>
  String(headers['content-type'] ?? '')
    .split(';')[0]!
    .trim()
    .toLowerCase();

export const isJson = (exchange: Pick<Exchange, 'headers'>): boolean =>
  /^application\/([\w.-]+\+)?json$/.test(mediaTypeOf(exchange));

/** The value of a JSON text, and any other text as it is. */
export function parsedBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** A response that no server has sent, for the tests of the checks: `GET /api/health`. */
export function exchangeOf(
  route: string,
  status: number,
  body: unknown,
  more: { sent?: unknown; headers?: Record<string, string> } = {},
): Exchange {
  const [method, url] = route.split(' ') as [string, string];
  const { sent, headers = { 'content-type': 'application/json' } } = more;
  return { method, url, sent, status, headers, body };
}
