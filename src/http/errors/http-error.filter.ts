import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../kernel/app-error';
import { guardedCall } from '../../access/guarded-call';
import { AuditedCalls } from '../../access/audit/audited-calls';
import { ErrorResponses } from './error-responses';
import { asAppError } from './error-shape';
import { HttpServer } from '../server/http-server';
import type { PlainCall } from '../routes/call.decorator';

/** Handles errors outside the procedures: of HTTP routes, pages, protocols, and requests that no route matches. */
@Catch()
@Injectable()
export class HttpErrorFilter implements ExceptionFilter {
  constructor(
    private readonly server: HttpServer,
    private readonly responses: ErrorResponses,
    private readonly audited: AuditedCalls,
  ) {}

  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const isUnknownRoute = thrown instanceof HttpException && thrown.getStatus() === 404;
    const error = isUnknownRoute ? new AppError('NOT_FOUND', 'No such route') : thrown;
    const call = guardedCall(host) as PlainCall;
    if (call.audited !== undefined)
      await this.audited.rejected(call, call.audited.name, call.audited.input, asAppError(error));
    const failure = await this.server.counted(error, request);
    this.responses.send(failure, request, http.getResponse<FastifyReply>(), { isPage: call.isPage });
  }
}
