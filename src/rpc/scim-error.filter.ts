import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpServer } from './http-server';

/** Failures of SCIM's endpoints, in the body that RFC 7644 has for them. */
@Catch()
export class ScimErrorFilter implements ExceptionFilter {
  constructor(private readonly server: HttpServer) {}

  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const failure = await this.server.counted(thrown, request);
    this.server.fail(failure, request, http.getResponse<FastifyReply>(), 'scim');
  }
}
