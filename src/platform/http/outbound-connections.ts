import { isIP } from 'node:net';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent, type Dispatcher, Pool } from 'undici';

/** Where a request connects to, after the guard has checked it for this request. */
export interface ConnectionTarget {
  readonly url: URL;
  /** The addresses that were checked. Of each family at most one. */
  readonly addresses: readonly string[];
  /** Whose requests share connections; null for a request that shares none. */
  readonly owner: string | null;
}

interface KeptPool {
  readonly dispatcher: Pool;
  readonly expiry: NodeJS.Timeout;
  requests: number;
  /** Whether a request of this pool got a response: only then a connection can have been kept. */
  hasResponded: boolean;
}

const CONNECT_TIMEOUT_MS = 15_000;
/** How long a connection to the IPv4 address of a host can take before its IPv6 address is tried. */
const FAMILY_TIMEOUT_MS = 4_000;
/** Below the 5 s after which servers made with Node close a connection. A receiver can shorten it and not extend it. */
const IDLE_MS = 4_000;
/** Requests to further targets get a connection of their own. */
const MAX_POOLS = 128;

/** The other side has closed the connection, or reset it. */
const LOST = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/**
 * Connections of outbound requests. A connection is kept for the next request of its owner to the same scheme, host, port and
 * checked addresses: the guard resolves and checks a target for each request, and when the addresses have changed, no connection to
 * the previous ones is used. Owners share none, so what a receiver sends after a response reaches only the owner that called it.
 */
@Injectable()
export class OutboundConnections implements OnApplicationShutdown {
  private readonly pools = new Map<string, KeptPool>();

  onApplicationShutdown(): void {
    for (const key of this.pools.keys()) this.drop(key);
  }

  /**
   * Sends with a connection to the target. `send` resolves with the response, whose body `read` reads before the connection can be used
   * again. A request that a kept connection has lost is sent again with a new one: receivers close idle connections at any time. Its
   * receiver can therefore get it twice, as after any attempt without a response.
   */
  async within<Response, Result>(
    target: ConnectionTarget,
    send: (dispatcher: Dispatcher) => Promise<Response>,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    const pool = this.poolFor(target);
    if (pool === null) return this.alone(target, send, read);
    pool.requests += 1;
    try {
      const hasResponded = pool.hasResponded;
      const response = await send(pool.dispatcher).catch((error: unknown) => {
        if (hasResponded && isLost(error)) return null;
        throw error;
      });
      if (response !== null) {
        pool.hasResponded = true;
        return await read(response);
      }
    } finally {
      pool.requests -= 1;
      pool.expiry.refresh();
    }
    return this.alone(target, send, read);
  }

  private async alone<Response, Result>(
    target: ConnectionTarget,
    send: (dispatcher: Dispatcher) => Promise<Response>,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    const dispatcher = new Agent({ connect: connectTo(target), pipelining: 0 });
    try {
      return await read(await send(dispatcher));
    } finally {
      await dispatcher.destroy();
    }
  }

  private poolFor(target: ConnectionTarget): KeptPool | null {
    const { url, addresses, owner } = target;
    if (owner === null) return null;
    const key = [owner, url.origin, ...addresses].join(' ');
    const known = this.pools.get(key);
    if (known !== undefined) return known;
    if (this.pools.size >= MAX_POOLS) return null;
    const dispatcher = new Pool(url.origin, {
      connect: connectTo(target),
      pipelining: 1,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
    });
    const expiry = setTimeout(() => this.expire(key), IDLE_MS).unref();
    const pool = { dispatcher, expiry, requests: 0, hasResponded: false };
    this.pools.set(key, pool);
    return pool;
  }

  private expire(key: string): void {
    const pool = this.pools.get(key);
    if (pool === undefined) return;
    if (pool.requests > 0) pool.expiry.refresh();
    else this.drop(key);
  }

  private drop(key: string): void {
    const { dispatcher, expiry } = this.pools.get(key)!;
    clearTimeout(expiry);
    this.pools.delete(key);
    void dispatcher.destroy();
  }
}

/** Stops DNS rebinding: a connection uses a checked address even if the name changes; TLS still verifies the name. */
function connectTo({ addresses }: ConnectionTarget): Agent.Options['connect'] {
  const records = addresses.map((address) => ({ address, family: isIP(address) }));
  return {
    timeout: CONNECT_TIMEOUT_MS,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: FAMILY_TIMEOUT_MS,
    lookup: (_host, { all }, done) => {
      if (all) done(null, records);
      else done(null, records[0]!.address, records[0]!.family);
    },
  };
}

function isLost(error: unknown): boolean {
  return LOST.has((error as { code?: string } | null)?.code ?? '');
}
