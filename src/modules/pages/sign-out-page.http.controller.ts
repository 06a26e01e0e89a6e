import { Controller, Get, Post } from '@nestjs/common';
import type { GuardedCall } from '../../access/guarded-call';
import { continuePath } from '../../http/pages/continue-path';
import { form } from '../../http/pages/form';
import { FormBody, type FormFields } from '../../http/pages/form-body';
import { html } from '../../http/pages/html';
import { type Page, page, redirect } from '../../http/pages/page';
import { PageRoute } from '../../http/pages/page-route.decorator';
import { Call } from '../../http/routes/call.decorator';
import { SignOutService } from '../accounts';
import { PageSessionService } from './page-session.service';

const SIGNED_OUT = '/signin?done=signed-out';

/** Signing out requires a form: a link on another site must not end the session. */
@Controller('signout')
export class SignOutPageHttpController {
  constructor(
    private readonly signOuts: SignOutService,
    private readonly pageSessions: PageSessionService,
  ) {}

  @Get()
  @PageRoute()
  async show(@Call() { request }: GuardedCall): Promise<Page> {
    const session = await this.pageSessions.find(request);
    if (session === null) return redirect(SIGNED_OUT);
    const body = html`<p>You are signed in as ${session.email}.</p>
      ${form({ action: '/signout', submit: 'Sign out', hidden: session.hidden })}
      <p><a href="/">Stay signed in</a></p>`;
    return page('Sign out?', body);
  }

  @Post()
  @PageRoute()
  async submit(@Call() { request }: GuardedCall, @FormBody() fields: FormFields): Promise<Page> {
    const next = fields['continue'] === undefined ? SIGNED_OUT : continuePath(fields['continue']);
    // If the session has already ended, its form token cannot be checked, and nothing is left to do.
    if ((await this.pageSessions.find(request)) === null) return this.signOut(request, next);
    return this.pageSessions.sent(request, next, fields, () => this.signOut(request, next));
  }

  private async signOut(request: GuardedCall['request'], next: string): Promise<Page> {
    const { setCookie } = await this.signOuts.signOut(request);
    return redirect(next, [setCookie]);
  }
}
