import { Controller, Get, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { GuardedCall } from '../../../access/guarded-call';
import { type Page, redirect } from '../../../http/pages/page';
import { PageRoute } from '../../../http/pages/page-route.decorator';
import { Call } from '../../../http/routes/call.decorator';
import { signOnTestPage } from '../sign-on/sign-on-test-page';
import { OidcCallbackService } from './oidc-callback.service';
import { OidcLoginService } from './oidc-login.service';

/** Single sign-on of an organization by OpenID Connect, on its own host (contract §9). */
@Controller('api/auth/oidc')
export class OidcHttpController {
  constructor(
    private readonly logins: OidcLoginService,
    private readonly callbacks: OidcCallbackService,
  ) {}

  @Get('login')
  @PageRoute()
  async login(
    @Call() { request }: GuardedCall,
    @Query('continue') returnTo: unknown,
    @Query('test') test: unknown,
  ): Promise<Page> {
    const { location, setCookies } = await this.logins.begin(request, { returnTo, test });
    return redirect(location, setCookies);
  }

  @Get('callback')
  @PageRoute()
  async callback(@Call() { request }: GuardedCall, @Req() { url }: FastifyRequest): Promise<Page> {
    const at = url.indexOf('?');
    const result = await this.callbacks.complete(request, at === -1 ? '' : url.slice(at + 1));
    if (result.kind === 'tested') return signOnTestPage(result.identity, result.result);
    return redirect(result.continueTo, [result.setCookie]);
  }
}
