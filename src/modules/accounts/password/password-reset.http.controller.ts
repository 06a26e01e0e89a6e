import { Controller, HttpCode, Post } from '@nestjs/common';
import type { GuardedCall } from '../../../access/guarded-call';
import { Call } from '../../../http/routes/call.decorator';
import { PublicRoute } from '../../../http/routes/http-route.decorators';
import { RestBody } from '../../../http/bodies/rest-body';
import { SUCCESS } from '../../../rpc/schema';
import { ForgotPasswordBody } from './forgot-password.body';
import { PasswordResetService } from './password-reset.service';
import { ResetPasswordBody } from './reset-password.body';

/** Forgotten passwords (contract §4). */
@Controller('api/auth')
export class PasswordResetHttpController {
  constructor(private readonly resets: PasswordResetService) {}

  @Post('forgot-password')
  @HttpCode(202)
  @PublicRoute()
  async forgotPassword(@Call() call: GuardedCall, @RestBody() body: ForgotPasswordBody) {
    await this.resets.request(call.request, body.email);
    return SUCCESS;
  }

  @Post('reset-password')
  @HttpCode(204)
  @PublicRoute()
  async resetPassword(@Call() call: GuardedCall, @RestBody() body: ResetPasswordBody): Promise<void> {
    await this.resets.reset(call.request, body.token, body.password);
  }
}
