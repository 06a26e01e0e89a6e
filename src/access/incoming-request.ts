import type { RateState } from './rate-state';

/** An HTTP request as guards see it: facts, and a place to keep what was found out, since a batch asks many times. */
export interface IncomingRequest {
  readonly id: string;
  readonly method: string;
  /** Host header, lower case, with port. */
  readonly host: string;
  /** The client's address: the socket's, or the nearest untrusted hop behind trusted proxies. */
  readonly ip: string;
  readonly sessionCookie: string | undefined;
  header(name: string): string | undefined;
  readonly rate: RateState;
  /** Headers that the response gets besides those of every response. */
  readonly answerHeaders: Map<string, string>;
  /** Answers of guards that hold for the whole request, by guard. */
  readonly memo: Map<string, unknown>;
}

/** Runs `find` once per request under this name; later calls of a batch share the answer, or the failure. */
export function oncePerRequest<T>(request: IncomingRequest, name: string, find: () => T): T {
  if (!request.memo.has(name)) request.memo.set(name, find());
  return request.memo.get(name) as T;
}

/** On https the `__Host-` prefix makes browsers refuse a cookie that a sibling subdomain sets. */
export function sessionCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-session' : 'session';
}
