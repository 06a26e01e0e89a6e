import { Controller, Get, Header, Post, Query, Req } from '@nestjs/common';
import type { GuardedCall } from '../../../access/guarded-call';
import { SignOutService } from '../../accounts';
import { ForeignFormRoute } from '../../../rpc/pages/foreign-form-route.decorator';
import { html } from '../../../rpc/pages/html';
import { page, type Page, redirect } from '../../../rpc/pages/page';
import { PageRoute } from '../../../rpc/pages/page-route.decorator';
import { Call } from '../../../rpc/plain-call';
import { PublicRoute } from '../../../rpc/plain-route.decorator';
import { ServiceProviders } from '../service-provider';
import { SignOnPlace } from '../sign-on-place';
import { signOnTestPage } from '../sign-on-test-page';
import { SamlArrivalService } from './saml-arrival.service';
import { SamlGuard, samlAnswerOf } from './saml.guard';
import { SamlSignInService } from './saml-sign-in.service';
import { serviceProviderMetadata } from './service-provider-metadata';

/** SAML 2.0 single sign-on of an organization, on its own host (contract §9). */
@Controller('api/auth/saml')
export class SamlHttpController {
  constructor(
    private readonly place: SignOnPlace,
    private readonly providers: ServiceProviders,
    private readonly signIns: SamlSignInService,
    private readonly arrivals: SamlArrivalService,
    private readonly signOuts: SignOutService,
  ) {}

  @Get('metadata')
  @Header('content-type', 'application/samlmetadata+xml; charset=utf-8')
  @PublicRoute()
  async metadata(@Call() call: GuardedCall): Promise<string> {
    const { slug } = await this.place.of(call.request);
    return serviceProviderMetadata(this.providers.of(slug));
  }

  @Get('login')
  @PageRoute()
  async login(
    @Call() call: GuardedCall,
    @Query('continue') returnTo: unknown,
    @Query('test') test: unknown,
  ): Promise<Page> {
    const { location, setCookie } = await this.signIns.depart(call.request, { returnTo, test });
    return redirect(location, [setCookie]);
  }

  @Post('acs')
  @ForeignFormRoute(SamlGuard)
  async acs(@Call() call: GuardedCall, @Req() raw: object): Promise<Page> {
    const answer = samlAnswerOf(raw);
    const arrival = await this.arrivals.arrive(call.request, answer);
    if (arrival.kind === 'tested') return signOnTestPage(arrival.identity, arrival.result);
    return redirect(answer.returnTo, [arrival.setCookie]);
  }

  /** Ends the session here, as the form below does; a link of another site only gets to see the form. */
  @Get('logout')
  @PageRoute()
  async leave(@Call() call: GuardedCall): Promise<Page> {
    const site = call.request.header('sec-fetch-site');
    return site === undefined || site === 'same-origin' ? this.logout(call) : SIGN_OUT;
  }

  /** The session at the identity provider is that provider's business. */
  @Post('logout')
  @PageRoute()
  async logout(@Call() call: GuardedCall): Promise<Page> {
    await this.place.of(call.request);
    const { setCookie } = await this.signOuts.signOut(call.request);
    return redirect('/', [setCookie]);
  }
}

const SIGN_OUT = page(
  'Sign out',
  html`<form method="post" action="/api/auth/saml/logout"><button>Sign out</button></form>`,
);
