import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Log } from '../../platform/logging/log';
import { callerTrace } from '../../platform/tracing/tracing';
import { ErrorRenderers } from './error-renderers';
import { asAppError } from './error-shape';
import { isLogged } from './is-logged';
import { pathOf } from '../server/request-path';

/** Sends the response of a request that failed outside the procedures, in the error format of its path. */
@Injectable()
export class ErrorResponses {
  constructor(
    private readonly renderers: ErrorRenderers,
    private readonly log: Log,
  ) {}

  send(thrown: unknown, request: FastifyRequest, reply: FastifyReply, { isPage = false } = {}): void {
    const error = asAppError(thrown);
    if (isLogged(error)) {
      this.log.error('request failed', {
        requestId: request.id,
        ...callerTrace(request.headers['traceparent']),
        path: pathOf(request.url),
        error: error.cause ?? error,
      });
    }
    if (error.retryAfterSeconds !== undefined)
      void reply.header('retry-after', String(error.retryAfterSeconds));
    // If the connection were closed immediately, it would be reset while the client still sends, and the response would be
    // lost. The rest of the body is read and discarded instead, within the request timeout.
    if (error.code === 'PAYLOAD_TOO_LARGE') void reply.removeHeader('connection');
    const { status, headers, body } = this.renderers.of(request, isPage).render(error, request);
    void reply.status(status).headers(headers).send(body);
  }
}
