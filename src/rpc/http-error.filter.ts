import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../kernel/app-error';
import { HttpServer } from './http-server';

/** Failures outside the procedures, in the specification's error body. */
@Catch()
export class HttpErrorFilter implements ExceptionFilter {
  constructor(private readonly server: HttpServer) {}

  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const isUnknownRoute = thrown instanceof HttpException && thrown.getStatus() === 404;
    const error = isUnknownRoute ? new AppError('NOT_FOUND', 'No such route') : thrown;
    this.server.fail(await this.server.counted(error, request), request, http.getResponse<FastifyReply>());
  }
}
