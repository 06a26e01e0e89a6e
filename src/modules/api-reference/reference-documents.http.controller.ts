import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { GuardedCall } from '../../access/guarded-call';
import { Call } from '../../http/routes/call.decorator';
import { PublicRoute } from '../../http/routes/http-route.decorators';
import { isNotModified } from '../../http/server/conditional-response';
import { type ReferenceDocument, ReferenceDocumentsService } from './reference-documents.service';

/** Machine-readable descriptions of the API (contract §10 and §11). */
@Controller('api')
export class ReferenceDocumentsHttpController {
  constructor(private readonly documents: ReferenceDocumentsService) {}

  @Get('openapi.json')
  @PublicRoute()
  async openApi(@Call() { request }: GuardedCall, @Res({ passthrough: true }) reply: FastifyReply) {
    return send(await this.documents.openApi(), 'application/vnd.oai.openapi+json', request, reply);
  }

  @Get('asyncapi.json')
  @PublicRoute()
  asyncApi(@Call() { request }: GuardedCall, @Res({ passthrough: true }) reply: FastifyReply) {
    return send(this.documents.asyncApi(), 'application/vnd.aai.asyncapi+json', request, reply);
  }
}

function send(
  { content, etag }: ReferenceDocument,
  mediaType: string,
  request: GuardedCall['request'],
  reply: FastifyReply,
): Buffer | undefined {
  if (isNotModified(request, reply, etag)) return undefined;
  void reply.header('content-type', `${mediaType}; charset=utf-8`);
  return content;
}
