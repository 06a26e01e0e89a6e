import { Controller, Get, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { GuardedCall } from '../../../access/guarded-call';
import { type Page, redirect } from '../../../rpc/pages/page';
import { PageRoute } from '../../../rpc/pages/page-route.decorator';
import { Call } from '../../../rpc/plain-call';
import { signOnTestPage } from '../sign-on-test-page';
import { OidcArrivalService } from './oidc-arrival.service';
import { OidcDepartureService } from './oidc-departure.service';

/** Single sign-on of an organization by OpenID Connect, on its own host (contract §9). */
@Controller('api/auth/oidc')
export class OidcHttpController {
  constructor(
    private readonly departures: OidcDepartureService,
    private readonly arrivals: OidcArrivalService,
  ) {}

  @Get('login')
  @PageRoute()
  async login(
    @Call() { request }: GuardedCall,
    @Query('continue') returnTo: unknown,
    @Query('test') test: unknown,
  ): Promise<Page> {
    const { location, setCookies } = await this.departures.depart(request, { returnTo, test });
    return redirect(location, setCookies);
  }

  @Get('callback')
  @PageRoute()
  async callback(@Call() { request }: GuardedCall, @Req() { url }: FastifyRequest): Promise<Page> {
    const at = url.indexOf('?');
    const arrival = await this.arrivals.arrive(request, at === -1 ? '' : url.slice(at + 1));
    if (arrival.kind === 'tested') return signOnTestPage(arrival.identity, arrival.result);
    return redirect(arrival.continueTo, [arrival.setCookie]);
  }
}
