import { createReadStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { Controller, Get, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { GuardedCall } from '../../../access/guarded-call';
import { Call } from '../../../http/routes/call.decorator';
import { PublicRoute } from '../../../http/routes/http-route.decorators';
import { isNotModified } from '../../../http/server/conditional-response';
import { entityTagOf } from '../../../http/server/entity-tag';
import { VIEWER_HEADERS, VIEWER_PAGE, VIEWER_START } from './viewer-page';

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const VIEWER_PACKAGE = 'swagger-ui-dist';

/** GET /api/docs: a page to browse and try the calls of the API (contract §11). */
@Controller('api/docs')
export class ViewerHttpController {
  private readonly folder = dirname(require.resolve(`${VIEWER_PACKAGE}/package.json`));
  private readonly version = (require(`${VIEWER_PACKAGE}/package.json`) as { version: string }).version;

  @Get()
  @PublicRoute()
  page(@Call() call: GuardedCall, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.text(call, reply, VIEWER_PAGE, 'text/html; charset=utf-8');
  }

  @Get('start.js')
  @PublicRoute()
  start(@Call() call: GuardedCall, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.text(call, reply, VIEWER_START, JAVASCRIPT);
  }

  @Get('swagger-ui-bundle.js')
  @PublicRoute()
  script(@Call() call: GuardedCall, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.file(call, reply, 'swagger-ui-bundle.js', JAVASCRIPT);
  }

  @Get('swagger-ui.css')
  @PublicRoute()
  style(@Call() call: GuardedCall, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.file(call, reply, 'swagger-ui.css', 'text/css; charset=utf-8');
  }

  private text({ request }: GuardedCall, reply: FastifyReply, text: string, mediaType: string) {
    void reply.headers(VIEWER_HEADERS);
    const etag = entityTagOf(text);
    if (isNotModified(request, reply, etag)) return undefined;
    void reply.header('content-type', mediaType);
    return text;
  }

  /** Streamed: the script has 1.7 MB, which slow clients would otherwise keep in memory. */
  private file({ request }: GuardedCall, reply: FastifyReply, name: string, mediaType: string) {
    void reply.headers(VIEWER_HEADERS);
    if (isNotModified(request, reply, `"${VIEWER_PACKAGE}-${this.version}-${name}"`)) return undefined;
    return new StreamableFile(createReadStream(join(this.folder, name)), { type: mediaType });
  }
}
