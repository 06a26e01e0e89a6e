import { hash } from 'node:crypto';

const CALLS_PER_MINUTE = 100_000_000;
const WINDOW_MS = 60_000;

/** The user of a token, and the number of its calls in the current minute. */
export interface Caller {
  readonly userId: string;
  calls: number;
  windowEndsMs: number;
}

export interface RateHeaders {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url');
}

/** Tokens by their hash, in memory, read once at start. */
export class Callers {
  private readonly byHash: ReadonlyMap<string, Caller>;

  constructor(tokens: Iterable<readonly [hash: string, userId: string]>) {
    this.byHash = new Map(
      Array.from(tokens, ([hash, userId]) => [hash, { userId, calls: 0, windowEndsMs: 0 }] as const),
    );
  }

  find(authorization: string | undefined): Caller | undefined {
    if (!authorization?.startsWith('Bearer ')) return undefined;
    return this.byHash.get(tokenHash(authorization.slice(7)));
  }
}

export function countCall(caller: Caller, nowMs: number): RateHeaders {
  if (nowMs >= caller.windowEndsMs) {
    caller.windowEndsMs = nowMs + WINDOW_MS;
    caller.calls = 0;
  }
  caller.calls += 1;
  return {
    limit: CALLS_PER_MINUTE,
    remaining: CALLS_PER_MINUTE - caller.calls,
    resetSeconds: Math.ceil(caller.windowEndsMs / 1000),
  };
}
