import { Controller, Get } from '@nestjs/common';
import type { GuardedCall } from '../../access/guarded-call';
import { AccountsConfig } from '../../platform/config/accounts.config';
import { HttpConfig } from '../../platform/config/http.config';
import { form } from '../../rpc/pages/form';
import { html } from '../../rpc/pages/html';
import { type Page, page } from '../../rpc/pages/page';
import { PageRoute } from '../../rpc/pages/page-route.decorator';
import { Call } from '../../rpc/plain-call';
import { type Visitor, Visitors } from './visitors';

/** Where to go from here. The same on every host: nobody learns from it which organizations there are. */
@Controller()
export class HomeHttpController {
  constructor(
    private readonly visitors: Visitors,
    private readonly http: HttpConfig,
    private readonly accounts: AccountsConfig,
  ) {}

  @Get()
  @PageRoute()
  async show(@Call() { request }: GuardedCall): Promise<Page> {
    const visitor = await this.visitors.find(request);
    return visitor === null ? this.strangersPage() : this.visitorsPage(visitor);
  }

  private strangersPage(): Page {
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

  private visitorsPage({ name, email, memberships, hidden }: Visitor): Page {
    const organizations = memberships.map(({ organizationSlug, role }) => {
      const url = this.http.baseUrlOf(organizationSlug);
      return html`<li><a href="${url}/">${organizationSlug}</a> (${role})</li>`;
    });
    const none = html`<p>You are in no organization yet. Ask somebody of yours for an invitation.</p>`;
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
