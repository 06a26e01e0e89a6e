import { Controller, Get, Post, Query } from '@nestjs/common';
import type { GuardedCall } from '../../../access/guarded-call';
import { FormBody, type FormFields } from '../../../rpc/pages/form-body';
import type { Page } from '../../../rpc/pages/page';
import { PageRoute } from '../../../rpc/pages/page-route.decorator';
import { Call } from '../../../rpc/plain-call';
import { ApexHost } from '../apex-host';
import { givenAuthorizePath } from '../authorize-path';
import { SignOnDepartures } from './sign-on-departures.service';
import { SignOnHandover } from './sign-on-handover.service';
import { SignOnReturn } from './sign-on-return.service';

/** How somebody whom their organization's single sign-on lets in comes to decide on an application (decision 0072). */
@Controller('oauth/sign-on')
export class SignOnHttpController {
  constructor(
    private readonly apex: ApexHost,
    private readonly departures: SignOnDepartures,
    private readonly handover: SignOnHandover,
    private readonly returns: SignOnReturn,
  ) {}

  @Get()
  @PageRoute()
  ask(@Call() { request }: GuardedCall, @Query('continue') continueTo: unknown): Page {
    this.apex.refuseOthers(request);
    return this.departures.ask(givenAuthorizePath(continueTo));
  }

  /** By a form of ours alone: no other site may have somebody signed in here, be it by their own organization. */
  @Post()
  @PageRoute()
  leave(@Call() { request }: GuardedCall, @FormBody() fields: FormFields): Promise<Page> {
    this.apex.refuseOthers(request);
    const continueTo = givenAuthorizePath(fields['continue']);
    return this.departures.toTyped(request, fields['organization'] ?? '', continueTo);
  }

  @Get('handover')
  @PageRoute()
  handOver(@Call() { request }: GuardedCall, @Query('browser') browser: unknown): Promise<Page> {
    return this.handover.handOver(request, browser);
  }

  @Get('return')
  @PageRoute()
  comeBack(@Call() { request }: GuardedCall, @Query('code') code: unknown): Promise<Page> {
    this.apex.refuseOthers(request);
    return this.returns.arrive(request, code);
  }
}
