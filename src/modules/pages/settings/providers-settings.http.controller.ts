import { Controller, Get, Post, Query } from '@nestjs/common';
import type { GuardedCall } from '../../../access/guarded-call';
import type { IncomingRequest } from '../../../access/incoming-request';
import { SignInMethods } from '../../../access/sign-in-methods';
import { FormBody, type FormFields } from '../../../http/pages/form-body';
import { type Page, redirect } from '../../../http/pages/page';
import { PageCalls } from '../../../rpc/page-calls';
import { PageRoute } from '../../../http/pages/page-route.decorator';
import { problemOf } from '../../../http/pages/page-problem';
import { Call } from '../../../http/routes/call.decorator';
import { ProviderConnectionFlowService } from '../../identity-providers';
import { queryText } from '../query-text';
import { type PageSession, PageSessionService } from '../page-session.service';
import { passwordTyped } from './password-if-asked';
import { providersPage, type ShownProvider, type ShownProviders } from './providers.page';
import { SETTINGS } from './settings-paths';

const CONNECTED = `${SETTINGS.providers}?done=connected`;

const NOTICES = new Map([
  ['connected', 'Connected. You can sign in with the provider from now on.'],
  ['removed', 'Disconnected. The provider can no longer sign in to your account.'],
  ['restored', 'Reconnected. You can sign in with the provider again.'],
]);

/** Sign-in providers that are connected to an account. */
@Controller('settings/account/providers')
export class ProvidersSettingsHttpController {
  constructor(
    private readonly pageSessions: PageSessionService,
    private readonly calls: PageCalls,
    private readonly connections: ProviderConnectionFlowService,
    private readonly methods: SignInMethods,
  ) {}

  @Get()
  @PageRoute()
  show(@Call() { request }: GuardedCall, @Query('done') done: unknown): Promise<Page> {
    return this.pageSessions.only(request, SETTINGS.providers, async (session) =>
      providersPage(session, await this.list(request), { notice: NOTICES.get(queryText(done)) }),
    );
  }

  @Post()
  @PageRoute()
  change(@Call() { request }: GuardedCall, @FormBody() fields: FormFields): Promise<Page> {
    return this.pageSessions.sent(request, SETTINGS.providers, fields, async (session) => {
      if (fields['act'] === 'connect') return this.connect(request, session, fields);
      const { provider = '' } = fields;
      const isReturn = fields['act'] === 'restore';
      const input = { provider, ...passwordTyped(fields) };
      const done = redirect(`${SETTINGS.providers}?done=${isReturn ? 'restored' : 'removed'}`);
      try {
        await this.calls.call(
          request,
          isReturn ? 'auth.identities.restore' : 'auth.identities.remove',
          input,
        );
        return done;
      } catch (thrown) {
        const problem = problemOf(thrown);
        // Already done, which is the requested result.
        if (problem.code === 'NOT_FOUND') return done;
        return providersPage(session, await this.list(request), { rejected: { provider, problem } });
      }
    });
  }

  private async connect(request: IncomingRequest, session: PageSession, fields: FormFields): Promise<Page> {
    const { provider = '' } = fields;
    const { password } = passwordTyped(fields);
    try {
      const flow = { provider, password, continueTo: CONNECTED };
      const { url, setCookie } = await this.connections.begin(request, flow);
      return redirect(url, [setCookie]);
    } catch (thrown) {
      const rejected = { provider, problem: problemOf(thrown) };
      return providersPage(session, await this.list(request), { rejected });
    }
  }

  private async list(request: IncomingRequest): Promise<ShownProviders> {
    const { identities: providers } = await this.calls.call<{ identities: ShownProvider[] }>(
      request,
      'auth.identities.list',
    );
    const known = new Set(providers.map(({ provider }) => provider));
    return {
      providers,
      connectable: this.methods.providers.filter(({ id }) => !known.has(id)),
      obstacle: await this.connections.problem(request),
    };
  }
}
