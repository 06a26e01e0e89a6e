import { OutboundFailed } from './outbound-errors';
import type { Outbound, OutboundRequest } from './outbound';

interface FetchOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

type Bounds = Pick<OutboundRequest, 'timeoutMs' | 'maxBytes'>;

/** Statuses with which `Response` takes no body. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * Outbound with the interface of `fetch`, for packages that implement a protocol and let their caller supply the network.
 * It does not follow redirects, store cookies or decompress.
 */
export function outboundFetch(
  outbound: Outbound,
  bounds: Bounds = {},
): (url: string, options: FetchOptions) => Promise<Response> {
  return async (url, { method, headers, body }) => {
    const {
      status,
      headers: answered,
      body: bytes,
    } = await outbound.request({
      method: method as OutboundRequest['method'],
      url,
      headers,
      ...(body === undefined || body === null ? {} : { body: textOf(body) }),
      ...bounds,
    });
    if (status < 200 || status > 599) throw new OutboundFailed('The host does not respond with HTTP');
    return new Response(WITHOUT_BODY.has(status) ? null : new Uint8Array(bytes), {
      status,
      headers: answered,
    });
  };
}

function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('only text and forms are sent');
}
