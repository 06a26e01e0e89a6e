import type { IncomingMessage } from 'node:http';
import { parse } from 'cookie';
import type { IncomingRequest } from '../../access/incoming-request';
import { RateState } from '../../access/rate-state';
import { requestIdOf } from '../server/request-id';

/** The request of a WebSocket handshake, for which the framework creates no request. */
export class UpgradeRequest implements IncomingRequest {
  readonly id: string;
  readonly startedAtMs = performance.now();
  readonly rate = new RateState();
  readonly answerHeaders = new Map<string, string>();
  readonly memo = new Map<string, unknown>();

  constructor(
    private readonly raw: IncomingMessage,
    readonly ip: string,
    private readonly sessionCookieName: string,
  ) {
    this.id = requestIdOf(raw);
  }

  get method(): string {
    return this.raw.method ?? 'GET';
  }

  get host(): string {
    return (this.raw.headers.host ?? '').toLowerCase();
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
