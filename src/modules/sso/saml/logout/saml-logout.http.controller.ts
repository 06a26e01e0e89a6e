import { Controller, Get, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { GuardedCall } from '../../../../access/guarded-call';
import { ForeignFormRoute } from '../../../../rpc/pages/foreign-form-route.decorator';
import { html } from '../../../../rpc/pages/html';
import { page, type Page, redirect } from '../../../../rpc/pages/page';
import { PageRoute } from '../../../../rpc/pages/page-route.decorator';
import { Call } from '../../../../rpc/plain-call';
import { carriesMessage } from '../redirect-binding';
import { LogoutArrivalService } from './logout-arrival.service';
import { LogoutDepartureService } from './logout-departure.service';
import { carriesForm, LogoutFormGuard } from './logout-form.guard';
import type { SentLogout } from './logout-messages';

/** Signing out of an organization that has single sign-on by SAML, here and at its identity provider (contract §9). */
@Controller('api/auth/saml/logout')
export class SamlLogoutHttpController {
  constructor(
    private readonly departures: LogoutDepartureService,
    private readonly arrivals: LogoutArrivalService,
  ) {}

  /**
   * What the provider sends by the browser. Without a message it ends the session here, as the form below does; a link of
   * another site only gets to see the form.
   */
  @Get()
  @PageRoute()
  async leave(@Call() call: GuardedCall, @Req() { url }: FastifyRequest): Promise<Page> {
    const at = url.indexOf('?');
    const query = at === -1 ? '' : url.slice(at + 1);
    if (carriesMessage(query)) return this.arrive(call, { query });
    const site = call.request.header('sec-fetch-site');
    if (site === undefined || site === 'same-origin') return this.depart(call);
    return askFirst(await this.departures.target(call.request));
  }

  @Post()
  @ForeignFormRoute(LogoutFormGuard)
  logout(@Call() call: GuardedCall, @Req() { body }: FastifyRequest): Promise<Page> {
    return carriesForm(body) ? this.arrive(call, { form: body }) : this.depart(call);
  }

  private async depart({ request }: GuardedCall): Promise<Page> {
    const { location, setCookies } = await this.departures.depart(request);
    return redirect(location, setCookies);
  }

  private async arrive({ request }: GuardedCall, sent: SentLogout): Promise<Page> {
    const location = await this.arrivals.arrive(request, sent);
    return location === null ? SIGNED_OUT : redirect(location);
  }
}

const SIGNED_OUT = page('Signed out', html`<p class="note">You are signed out.</p>`);

function askFirst(provider: string | null): Page {
  const form = html`<form method="post" action="/api/auth/saml/logout"><button>Sign out</button></form>`;
  return page('Sign out', form, { formTargets: provider === null ? [] : [new URL(provider).origin] });
}
