import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import { AppError } from '../kernel/app-error';
import { clock } from '../kernel/clock';
import { RateLimits } from '../access/rate-limits';
import { RateState } from '../access/rate-state';
import { HttpConfig } from '../platform/config/http.config';
import { Log } from '../platform/logging/log';
import { asAppError, errorBody, httpStatusOf } from './error-shape';
import { everyResponse } from './every-response';
import { rateHeaders } from './rate-headers';

/** What Node's parser and clock have against a request, where it is not simply no HTTP. */
const PROBLEMS: Readonly<Record<string, () => AppError>> = {
  HPE_HEADER_OVERFLOW: () => new AppError('HEADERS_TOO_LARGE', 'The URL and the headers are too long'),
  ERR_HTTP_REQUEST_TIMEOUT: () => new AppError('TIMEOUT', 'The request took too long to arrive'),
};

/**
 * Answers what is no request: both lengths at once, bare line feeds, a head without end. Written to the socket by hand,
 * because there is no response object yet, and closed after it: nobody can tell where a next request would begin.
 */
@Injectable()
export class BrokenConnections {
  /** The parser complains of each further piece of a broken request. */
  private readonly refused = new WeakSet<Socket>();

  constructor(
    private readonly limits: RateLimits,
    private readonly http: HttpConfig,
    private readonly log: Log,
  ) {}

  async refuse({ code = '' }: { code?: string }, socket: Socket): Promise<void> {
    if (this.refused.has(socket)) return;
    this.refused.add(socket);
    const requestId = randomUUID();
    const ip = socket.remoteAddress ?? '';
    const rate = new RateState();
    const problem = PROBLEMS[code]?.() ?? new AppError('BAD_REQUEST', 'This is not a valid HTTP request');
    const failure = await this.limits.anonymous(rate, ip).then(() => problem, asAppError);
    this.log.info('broken request', { requestId, reason: code, status: httpStatusOf(failure), ip });
    const headers = {
      ...everyResponse(requestId, this.http.isSecure),
      ...(rate.tightest === null ? {} : rateHeaders(rate.tightest)),
    };
    if (mayBeAnswered(socket)) socket.end(responseText(failure, headers));
    socket.destroySoon();
  }
}

/** Not when the peer is gone, and not when another response to it has begun. */
function mayBeAnswered(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return socket.writable && socket._httpMessage?.headersSent !== true;
}

function responseText(failure: AppError, headers: Record<string, string>): string {
  const status = httpStatusOf(failure);
  const body = JSON.stringify(errorBody(failure, ''));
  const { retryAfterSeconds } = failure;
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Cache-Control: no-store',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`]),
    `Date: ${clock.now().toUTCString()}`,
    'Connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
