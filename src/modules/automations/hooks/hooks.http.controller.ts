import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import type { GuardedCall } from '../../../access/guarded-call';
import { Call } from '../../../http/routes/call.decorator';
import { PublicRoute } from '../../../http/routes/http-route.decorators';
import { HookReceptionService } from './hook-reception.service';

const BODY_MAX_BYTES = 256 * 1024;

/** Where other services send what fires an automation, at its `webhookUrl`. */
@Controller('api/automations')
export class HooksHttpController {
  constructor(private readonly reception: HookReceptionService) {}

  /** 202: the automation runs after the response. */
  @Post(':id/hook/:secret')
  @HttpCode(202)
  @PublicRoute({ accepts: 'unparsed', maxBytes: BODY_MAX_BYTES })
  receive(
    @Call() { request }: GuardedCall,
    @Param('id') id: string,
    @Param('secret') secret: string,
    @Body() body: Buffer | null | undefined,
  ): Promise<{ executionId: string }> {
    return this.reception.receive({ request, id, secret, body: body ?? Buffer.alloc(0) });
  }
}
