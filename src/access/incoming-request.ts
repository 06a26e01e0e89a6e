import type { RateState } from './rate-state';

/** An HTTP request as guards see it, with the results of the guards of the current call. */
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
  /** Additional headers of the response. */
  readonly answerHeaders: Map<string, string>;
  /** Results of the guards of the current call, by name. */
  readonly memo: Map<string, unknown>;
}

/**
 * Starts a call of the request and drops the results of an earlier call of the same batch, whose caller may have lost
 * access in the meantime. Reading them again costs no statement, because they are cached until they change.
 */
export function beginCall(request: IncomingRequest): void {
  request.memo.clear();
}

/** Runs `find` once per call and name; later guards share the result or the failure. */
export function oncePerCall<T>({ memo }: IncomingRequest, name: string, find: () => Promise<T>): Promise<T> {
  let found = memo.get(name) as Promise<T> | undefined;
  if (found === undefined) memo.set(name, (found = find()));
  return found;
}

/** On https the `__Host-` prefix makes browsers reject a cookie that a sibling subdomain sets. */
export function sessionCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-session' : 'session';
}
