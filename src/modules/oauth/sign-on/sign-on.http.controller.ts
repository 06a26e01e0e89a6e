import { Controller, Get, Post, Query } from '@nestjs/common';
import type { GuardedCall } from '../../../access/guarded-call';
import { FormBody, type FormFields } from '../../../http/pages/form-body';
import type { Page } from '../../../http/pages/page';
import { PageRoute } from '../../../http/pages/page-route.decorator';
import { Call } from '../../../http/routes/call.decorator';
import { ApexHostService } from '../apex-host.service';
import { givenAuthorizePath } from '../authorize/authorize-path';
import { SignOnRequestService } from './sign-on-request.service';
import { SessionTransferService } from './session-transfer.service';
import { SignOnCallbackService } from './sign-on-callback.service';

/** Single sign-on for users who authorize an application at the apex (decision 0072). */
@Controller('oauth/sign-on')
export class SignOnHttpController {
  constructor(
    private readonly apex: ApexHostService,
    private readonly signOnRequests: SignOnRequestService,
    private readonly transfer: SessionTransferService,
    private readonly callbacks: SignOnCallbackService,
  ) {}

  @Get()
  @PageRoute()
  ask(@Call() { request }: GuardedCall, @Query('continue') continueTo: unknown): Page {
    this.apex.rejectOthers(request);
    return this.signOnRequests.ask(givenAuthorizePath(continueTo));
  }

  /**
   * Requires a form of this service. Stops login CSRF: another site could otherwise sign users in through their
   * organization.
   */
  @Post()
  @PageRoute()
  leave(@Call() { request }: GuardedCall, @FormBody() fields: FormFields): Promise<Page> {
    this.apex.rejectOthers(request);
    const continueTo = givenAuthorizePath(fields['continue']);
    return this.signOnRequests.toTyped(request, fields['organization'] ?? '', continueTo);
  }

  @Get('handover')
  @PageRoute()
  handOver(@Call() { request }: GuardedCall, @Query('browser') browser: unknown): Promise<Page> {
    return this.transfer.handOver(request, browser);
  }

  @Get('return')
  @PageRoute()
  comeBack(@Call() { request }: GuardedCall, @Query('code') code: unknown): Promise<Page> {
    this.apex.rejectOthers(request);
    return this.callbacks.complete(request, code);
  }
}
