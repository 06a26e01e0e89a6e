import type { CallOptions } from './calls.js';
import { type ErrorBody, TrestleError, TrestleUnavailable } from './errors.js';
import { backoff, wait } from './wait.js';

export interface TransportOptions {
  /** The address of the service or of the organization, such as `https://acme.trestle.example`. */
  url: string;
  /** A personal access token or an access token of OAuth. A page of Trestle itself calls with its session instead. */
  token?: string;
  /** The id or the slug of the organization, for a host that does not name one and a credential of several. */
  organization?: string;
  /** By default the global `fetch`. */
  fetch?: typeof fetch;
}

const ATTEMPTS = 5;

/** A service that asks for a longer wait is not waited for: the caller gets the error with `retryAfter`. */
const LONGEST_WAIT_SECONDS = 60;

/** Too many calls, and a service or proxy that is overloaded or restarts. */
const RETRIED_STATUSES = new Set([429, 502, 503, 504]);

/** Characters of an address that proxies accept; a longer query is sent as a body. */
const LONGEST_PATH = 4_000;

const JSON_BODY = { 'content-type': 'application/json' };

/** Calls procedures in tRPC's wire format. */
export class Transport {
  readonly url: string;
  readonly token: string | undefined;
  private readonly headers: Readonly<Record<string, string>>;
  private readonly fetch: typeof fetch;

  constructor({ url, token, organization, fetch: given }: TransportOptions) {
    this.url = url.replace(/\/+$/, '');
    this.token = token;
    this.fetch = given ?? ((...call) => globalThis.fetch(...call));
    this.headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(organization === undefined ? {} : { 'x-tenant-id': organization }),
    };
  }

  query(name: string, input: unknown, { signal }: CallOptions = {}): Promise<unknown> {
    if (input === undefined) return this.repeat(name, name, { headers: this.headers }, signal);
    const body = JSON.stringify({ json: input });
    const path = `${name}?input=${encodeURIComponent(body)}`;
    if (path.length <= LONGEST_PATH) return this.repeat(name, path, { headers: this.headers }, signal);
    const headers = { ...this.headers, ...JSON_BODY, 'x-http-method-override': 'GET' };
    return this.repeat(name, name, { method: 'POST', headers, body }, signal);
  }

  mutate(
    name: string,
    input: unknown,
    { signal, idempotencyKey = crypto.randomUUID(), dryRun = false }: CallOptions = {},
  ): Promise<unknown> {
    const headers = {
      ...this.headers,
      ...JSON_BODY,
      'idempotency-key': idempotencyKey,
      ...(dryRun ? { 'x-dry-run': '1' } : {}),
    };
    const body = JSON.stringify({ json: input ?? {} });
    return this.repeat(name, name, { method: 'POST', headers, body }, signal);
  }

  /** Repeats what can succeed later. A mutation has the same key each time, so it acts once. */
  private async repeat(
    name: string,
    path: string,
    init: RequestInit,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.call(name, path, { ...init, ...(signal ? { signal } : {}) });
      } catch (error) {
        if (signal?.aborted === true) throw signal.reason;
        const delay = attempt < ATTEMPTS ? delayOf(error, attempt) : null;
        if (delay === null) throw error;
        await wait(delay, signal);
      }
    }
  }

  private async call(name: string, path: string, init: RequestInit): Promise<unknown> {
    let response: Response;
    let text: string;
    try {
      response = await this.fetch(`${this.url}/api/trpc/${path}`, init);
      text = await response.text();
    } catch (cause) {
      throw new TrestleUnavailable(name, cause);
    }
    const body = parsed(text);
    if (!response.ok || body.result === undefined) throw new TrestleError(name, response, body);
    return body.result.data.json;
  }
}

/** Milliseconds; null for a call that is not repeated. */
function delayOf(error: unknown, attempt: number): number | null {
  if (error instanceof TrestleUnavailable) return backoff(attempt);
  if (!(error instanceof TrestleError) || !RETRIED_STATUSES.has(error.status)) return null;
  const { retryAfter } = error;
  if (retryAfter === undefined) return backoff(attempt);
  return retryAfter > LONGEST_WAIT_SECONDS ? null : retryAfter * 1_000 + backoff(1);
}

interface Body extends ErrorBody {
  result?: { data: { json: unknown } };
}

/** A proxy can respond with text of its own. */
function parsed(text: string): Body {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}
