import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpServer } from './http-server';

/** Failures of plain routes, in the specification's error body. Nest's own 404 counts the caller first. */
@Catch()
export class HttpErrorFilter implements ExceptionFilter {
  constructor(private readonly server: HttpServer) {}

  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const isUnknownRoute = thrown instanceof HttpException && thrown.getStatus() === 404;
    const error = isUnknownRoute
      ? await this.server.notFound(request).catch((refusal: unknown) => refusal)
      : thrown;
    this.server.fail(error, request, reply);
  }
}
