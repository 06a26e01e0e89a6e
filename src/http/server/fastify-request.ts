import { parse } from 'cookie';
import type { FastifyRequest } from 'fastify';
import type { IncomingRequest } from '../../access/incoming-request';
import { RateState } from '../../access/rate-state';

/** The property of a Fastify request with its IncomingRequest: costs a fraction of a WeakMap's entry. */
const INCOMING = Symbol('incoming request');

class FastifyIncomingRequest implements IncomingRequest {
  readonly rate = new RateState();
  readonly answerHeaders = new Map<string, string>();
  readonly memo = new Map<string, unknown>();

  constructor(
    private readonly raw: FastifyRequest,
    private readonly sessionCookieName: string,
    private knownIp: string | undefined,
  ) {}

  get id(): string {
    return this.raw.id;
  }

  get method(): string {
    return this.raw.method;
  }

  get host(): string {
    // Never X-Forwarded-Host: a client could control links, tenants and origins with it.
    return (this.raw.headers.host ?? '').toLowerCase();
  }

  get ip(): string {
    // Behind proxies the framework parses the header again on each access.
    return (this.knownIp ??= this.raw.ip);
  }

  get sessionCookie(): string | undefined {
    const { cookie } = this.raw.headers;
    return cookie === undefined ? undefined : parse(cookie)[this.sessionCookieName];
  }

  header(name: string): string | undefined {
    const value = this.raw.headers[name];
    return Array.isArray(value) ? value[0] : value;
  }
}

/** `ip` is for requests that the framework created before trusted proxies were configured. */
export function incomingRequest(
  raw: FastifyRequest,
  sessionCookieName: string,
  ip?: string,
): IncomingRequest {
  const known = raw as { [INCOMING]?: FastifyIncomingRequest };
  return (known[INCOMING] ??= new FastifyIncomingRequest(raw, sessionCookieName, ip));
}
