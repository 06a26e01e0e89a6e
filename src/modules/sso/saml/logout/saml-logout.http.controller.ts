import { Controller, Get, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { GuardedCall } from '../../../../access/guarded-call';
import { CrossSitePostRoute } from '../../../../http/pages/cross-site-post-route.decorator';
import { html } from '../../../../http/pages/html';
import { page, type Page, redirect } from '../../../../http/pages/page';
import { PageRoute } from '../../../../http/pages/page-route.decorator';
import { Call } from '../../../../http/routes/call.decorator';
import { carriesMessage } from '../redirect-binding';
import { LogoutCallbackService } from './logout-callback.service';
import { LogoutRequestService } from './logout-request.service';
import { carriesForm, LogoutFormGuard } from './logout-form.guard';
import type { SentLogout } from './logout-messages.service';

/**
 * Signs out of an organization with SAML single sign-on, on this server and at its identity provider
 * (contract §9).
 */
@Controller('api/auth/saml/logout')
export class SamlLogoutHttpController {
  constructor(
    private readonly requests: LogoutRequestService,
    private readonly callbacks: LogoutCallbackService,
  ) {}

  /**
   * A logout message of the provider. Without one, shows the sign-out form: a link on another site cannot end
   * the session.
   */
  @Get()
  @PageRoute()
  async leave(@Call() call: GuardedCall, @Req() { url }: FastifyRequest): Promise<Page> {
    const at = url.indexOf('?');
    const query = at === -1 ? '' : url.slice(at + 1);
    if (carriesMessage(query)) return this.complete(call, { query });
    const site = call.request.header('sec-fetch-site');
    if (site === undefined || site === 'same-origin') return this.begin(call);
    return ASK_FIRST;
  }

  @Post()
  @CrossSitePostRoute(LogoutFormGuard)
  logout(@Call() call: GuardedCall, @Req() { body }: FastifyRequest): Promise<Page> {
    return carriesForm(body) ? this.complete(call, { form: body }) : this.begin(call);
  }

  private async begin({ request }: GuardedCall): Promise<Page> {
    const { location, setCookies } = await this.requests.begin(request);
    return redirect(location, setCookies);
  }

  private async complete({ request }: GuardedCall, sent: SentLogout): Promise<Page> {
    const location = await this.callbacks.complete(request, sent);
    return location === null ? SIGNED_OUT : redirect(location);
  }
}

const SIGNED_OUT = page('Signed out', html`<p class="note">You are signed out.</p>`);

const ASK_FIRST = page(
  'Sign out',
  html`<form method="post" action="/api/auth/saml/logout"><button>Sign out</button></form>`,
  { leadsToOtherSites: true },
);
