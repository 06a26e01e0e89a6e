import { Controller, HttpCode, Post } from '@nestjs/common';
import type { GuardedCall } from '../../../access/guarded-call';
import { RestBody } from '../../../http/bodies/rest-body';
import { Call } from '../../../http/routes/call.decorator';
import { PublicRoute } from '../../../http/routes/http-route.decorators';
import { SUCCESS } from '../../../rpc/schema';
import { EmailConfirmationService } from './email-confirmation.service';
import { ResendConfirmationBody } from './resend-confirmation.body';

/** Mails the link of a registration again (decision 0085). */
@Controller('api/auth')
export class EmailConfirmationHttpController {
  constructor(private readonly confirmation: EmailConfirmationService) {}

  @Post('resend-confirmation')
  @HttpCode(202)
  @PublicRoute()
  async resend(@Call() call: GuardedCall, @RestBody() body: ResendConfirmationBody) {
    await this.confirmation.resend(call.request, body.email);
    return SUCCESS;
  }
}
