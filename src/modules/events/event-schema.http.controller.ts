import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { GuardedCall } from '../../access/guarded-call';
import { Call } from '../../http/routes/call.decorator';
import { PublicRoute } from '../../http/routes/http-route.decorators';
import { isNotModified } from '../../http/server/conditional-response';
import { entityTagOf } from '../../http/server/entity-tag';
import { EventCatalogue } from '../../platform/events/event-catalogue';
import { deliveredEventsSchema } from '../../platform/events/event-schema';

/** GET /api/events.schema.json: the schema of each public event as webhooks send it. */
@Controller('api')
export class EventSchemaHttpController {
  private readonly text: string;
  private readonly etag: string;

  constructor(catalogue: EventCatalogue) {
    const title = 'Events of Trestle';
    this.text = JSON.stringify({ title, ...deliveredEventsSchema(catalogue.all()) });
    this.etag = entityTagOf(this.text);
  }

  @Get('events.schema.json')
  @PublicRoute()
  read(@Call() { request }: GuardedCall, @Res({ passthrough: true }) reply: FastifyReply) {
    if (isNotModified(request, reply, this.etag)) return undefined;
    void reply.header('content-type', 'application/schema+json; charset=utf-8');
    return this.text;
  }
}
