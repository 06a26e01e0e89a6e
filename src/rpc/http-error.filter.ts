import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../kernel/app-error';
import { guardedCall } from '../access/guarded-call';
import { AuditedCalls } from './audited-calls';
import { asAppError } from './error-shape';
import { type FailureShape, HttpServer } from './http-server';
import { isOAuthEndpoint } from './oauth-error-body';
import { acceptsHtml } from './pages/accepts-html';
import { isScimPath } from './scim-error-body';

/** Failures outside the procedures, in the specification's error body. */
@Catch()
export class HttpErrorFilter implements ExceptionFilter {
  constructor(
    private readonly server: HttpServer,
    private readonly audited: AuditedCalls,
  ) {}

  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const isUnknownRoute = thrown instanceof HttpException && thrown.getStatus() === 404;
    const error = isUnknownRoute ? unknownRoute(request) : thrown;
    const call = guardedCall(host);
    if (call.audited !== undefined)
      await this.audited.refused(call, call.audited.name, call.audited.input, asAppError(error));
    const failure = await this.server.counted(error, request);
    this.server.fail(failure, request, http.getResponse<FastifyReply>(), shapeFor(request));
  }
}

function unknownRoute({ url, method }: FastifyRequest): AppError {
  return isOAuthEndpoint(url) && method !== 'POST'
    ? new AppError('METHOD_NOT_SUPPORTED', 'Call this by POST')
    : new AppError('NOT_FOUND', 'No such route');
}

/** Somebody who mistyped an address in a browser is shown a page; programs under /api get what they can read. */
function shapeFor({ url, headers }: FastifyRequest): FailureShape {
  if (isOAuthEndpoint(url)) return 'oauth';
  if (isScimPath(url)) return 'scim';
  return !url.startsWith('/api/') && acceptsHtml(headers.accept) ? 'page' : 'json';
}
