import { Controller, Get } from '@nestjs/common';
import type { GuardedCall } from '../../access/guarded-call';
import { AccountsConfig } from '../../platform/config/accounts.config';
import { HttpConfig } from '../../platform/config/http.config';
import { form } from '../../http/pages/form';
import { html } from '../../http/pages/html';
import { type Page, page } from '../../http/pages/page';
import { PageRoute } from '../../http/pages/page-route.decorator';
import { Call } from '../../http/routes/call.decorator';
import { type PageSession, PageSessionService } from './page-session.service';

/** The start page. The same on every host, so that it does not reveal which organizations exist. */
@Controller()
export class HomeHttpController {
  constructor(
    private readonly pageSessions: PageSessionService,
    private readonly http: HttpConfig,
    private readonly accounts: AccountsConfig,
  ) {}

  @Get()
  @PageRoute()
  async show(@Call() { request }: GuardedCall): Promise<Page> {
    const session = await this.pageSessions.find(request);
    return session === null ? this.signedOutPage() : this.signedInPage(session);
  }

  private signedOutPage(): Page {
    return page(
      'Welcome',
      html`<p class="actions">
        <a class="button" href="/signin">Sign in</a>
        ${
          this.accounts.registration === 'open' &&
          html`<a class="button quiet" href="/register">Create an account</a>`
        }
      </p>`,
    );
  }

  private signedInPage({ name, email, memberships, hidden }: PageSession): Page {
    const organizations = memberships.map(({ organizationSlug, role }) => {
      const url = this.http.baseUrlOf(organizationSlug);
      return html`<li><a href="${url}/">${organizationSlug}</a> (${role})</li>`;
    });
    const none = html`<p>
      You are not a member of an organization yet. Ask an administrator of your organization for an
      invitation.
    </p>`;
    return page(
      `Hello, ${name}`,
      html`<p>You are signed in as ${email}.</p>
        <h2>Your organizations</h2>
        ${
          organizations.length === 0
            ? none
            : html`<ul>
                ${organizations}
              </ul>`
        }
        <h2>Your account</h2>
        <p>
          <a href="/settings/account">Settings</a>: profile, password, sessions, two-factor authentication
        </p>
        ${form({ action: '/signout', submit: 'Sign out', hidden, isQuiet: true })}`,
    );
  }
}
