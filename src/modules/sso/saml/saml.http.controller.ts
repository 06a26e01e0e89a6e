import { Controller, Get, Header, Post, Query, Req } from '@nestjs/common';
import type { GuardedCall } from '../../../access/guarded-call';
import { CrossSitePostRoute } from '../../../http/pages/cross-site-post-route.decorator';
import { type Page, redirect } from '../../../http/pages/page';
import { PageRoute } from '../../../http/pages/page-route.decorator';
import { Call } from '../../../http/routes/call.decorator';
import { PublicRoute } from '../../../http/routes/http-route.decorators';
import { signOnTestPage } from '../sign-on/sign-on-test-page';
import { SamlCallbackService } from './saml-callback.service';
import { SamlGuard, samlAnswerOf } from './saml.guard';
import { SamlMetadataService } from './saml-metadata.service';
import { SamlSignInService } from './saml-sign-in.service';

/** SAML 2.0 single sign-on of an organization, on its own host (contract §9). */
@Controller('api/auth/saml')
export class SamlHttpController {
  constructor(
    private readonly descriptions: SamlMetadataService,
    private readonly signIns: SamlSignInService,
    private readonly callbacks: SamlCallbackService,
  ) {}

  @Get('metadata')
  @Header('content-type', 'application/samlmetadata+xml; charset=utf-8')
  @PublicRoute()
  metadata(@Call() { request }: GuardedCall): Promise<string> {
    return this.descriptions.of(request);
  }

  @Get('login')
  @PageRoute()
  async login(
    @Call() call: GuardedCall,
    @Query('continue') returnTo: unknown,
    @Query('test') test: unknown,
  ): Promise<Page> {
    const { location, setCookie } = await this.signIns.begin(call.request, { returnTo, test });
    return redirect(location, [setCookie]);
  }

  @Post('acs')
  @CrossSitePostRoute(SamlGuard)
  async acs(@Call() call: GuardedCall, @Req() raw: object): Promise<Page> {
    const answer = samlAnswerOf(raw);
    const result = await this.callbacks.complete(call.request, answer);
    if (result.kind === 'tested') return signOnTestPage(result.identity, result.result);
    return redirect(answer.returnTo, [result.setCookie]);
  }
}
