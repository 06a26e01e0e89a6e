import type { FastifyInstance } from 'fastify';
import type { TestApp } from './app';
import { checkResponse } from './responses/response-check';
import { decoded } from './responses/decoded';
import { parsedBody } from './responses/exchange';

export interface Caller {
  token?: string;
  cookie?: string;
  /** Slug of the organization whose host is called; the apex without one. */
  slug?: string;
  headers?: Record<string, string>;
}

export interface WireError {
  message: string;
  code: number;
  data: { code: string; httpStatus: number; path: string; issues?: { path: string; message: string }[] };
}

export interface WireAnswer {
  status: number;
  headers: Record<string, string | undefined>;
  body: unknown;
  /** `result.data.json` of a success. */
  // The wire is untyped here: specs assert on it.
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
  error: WireError | undefined;
  /** The body as it came. */
  bytes: Buffer;
}

export const APEX = 'trestle.test';

/**
 * Calls procedures the way any HTTP client does; nothing of the server's code is in between. A response that is not what the API
 * reference publishes is an error.
 */
export class WireClient {
  constructor(
    private readonly app: TestApp,
    readonly caller: Caller = {},
  ) {}

  as(caller: Caller): WireClient {
    return new WireClient(this.app, { ...this.caller, ...caller });
  }

  /** The same caller at another application. */
  at(app: TestApp): WireClient {
    return new WireClient(app, this.caller);
  }

  query(name: string, input?: unknown): Promise<WireAnswer> {
    const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify({ json: input }))}`;
    return this.request('GET', `/api/trpc/${name}${query}`);
  }

  mutate(name: string, input?: unknown, headers: Record<string, string> = {}): Promise<WireAnswer> {
    return this.request(
      'POST',
      `/api/trpc/${name}`,
      input === undefined ? undefined : { json: input },
      headers,
    );
  }

  /** Texts and bytes are sent unchanged, and without a content type unless one is given. */
  async request(
    method: string,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<WireAnswer> {
    const { token, cookie, slug } = this.caller;
    const fastify = this.app.nest.getHttpAdapter().getInstance() as unknown as FastifyInstance;
    const response = await fastify.inject({
      method: method as 'GET',
      url,
      headers: {
        host: slug ? `${slug}.${APEX}` : APEX,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(cookie ? { cookie } : {}),
        ...(body === undefined || Buffer.isBuffer(body) ? {} : { 'content-type': 'application/json' }),
        ...this.caller.headers,
        ...headers,
      },
      ...(body === undefined ? {} : { payload: payloadOf(body) }),
    });
    const responseHeaders = response.headers as Record<string, string | undefined>;
    const text = decoded(response.rawPayload, responseHeaders['content-encoding']).toString();
    const parsed = parsedBody(text) as {
      result?: { data?: { json: unknown } };
      error?: WireError;
    } | null;
    const status = response.statusCode;
    checkResponse(this.app, { method, url, sent: body, status, headers: responseHeaders, body: parsed });
    return {
      status,
      headers: responseHeaders,
      body: parsed,
      data: parsed?.result?.data?.json,
      error: parsed?.error,
      bytes: response.rawPayload,
    };
  }
}

function payloadOf(body: unknown): string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
}
