import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error';
import { RateLimits } from '../../access/rate-limits';
import { RateState } from '../../access/rate-state';
import { HttpConfig } from '../../platform/config/http.config';
import { Log } from '../../platform/logging/log';
import { asAppError, httpStatusOf } from '../errors/error-shape';
import { isReceivingForm } from './form-reception';
import { everyResponse } from './every-response';
import { rateHeaders } from './rate-headers';
import { responseText } from './response-text';
import { newUuid } from '../../platform/crypto/random';

const REQUEST_TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';

/** Errors of Node's HTTP server that have a more specific code than BAD_REQUEST. */
const PROBLEMS: Readonly<Record<string, () => AppError>> = {
  HPE_HEADER_OVERFLOW: () => new AppError('HEADERS_TOO_LARGE', 'The URL and the headers are too long'),
  [REQUEST_TIMEOUT]: () => new AppError('TIMEOUT', 'The request took too long to arrive'),
};

/**
 * Responds to connections for which Node creates no request: malformed HTTP (both length headers, bare line feeds), a head
 * that is too long, a request that arrives too slowly, and CONNECT. Stops request smuggling: the connection is closed,
 * because the start of the next request is unknown. Writes to the socket directly, because there is no response object.
 */
@Injectable()
export class BrokenConnections {
  /** The parser reports an error for each further chunk of a broken request. */
  private readonly rejected = new WeakSet<Socket>();

  constructor(
    private readonly limits: RateLimits,
    private readonly http: HttpConfig,
    private readonly log: Log,
  ) {}

  async reject({ code = '' }: { code?: string }, socket: Socket): Promise<void> {
    if (this.rejected.has(socket)) return;
    // The time limit of requests is too short for large files on slow connections.
    if (code === REQUEST_TIMEOUT && isReceivingForm(socket)) return;
    this.rejected.add(socket);
    const requestId = newUuid();
    const ip = socket.remoteAddress ?? '';
    const rate = new RateState();
    const problem = PROBLEMS[code]?.() ?? new AppError('BAD_REQUEST', 'This is not a valid HTTP request');
    const failure = await this.limits.anonymous(rate, ip).then(() => problem, asAppError);
    this.log.info('broken request', { requestId, reason: code, status: httpStatusOf(failure), ip });
    const headers = {
      ...everyResponse(requestId, this.http.isSecure),
      ...(rate.tightest === null ? {} : rateHeaders(rate.tightest)),
    };
    if (canRespond(socket)) socket.end(responseText(failure, '', headers));
    socket.destroySoon();
  }
}

/** False if the client has disconnected or another response on the connection has started. */
function canRespond(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return socket.writable && socket._httpMessage?.headersSent !== true;
}
