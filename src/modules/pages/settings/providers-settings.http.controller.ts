import { Controller, Get, Post, Query } from '@nestjs/common';
import type { GuardedCall } from '../../../access/guarded-call';
import type { IncomingRequest } from '../../../access/incoming-request';
import { FormBody, type FormFields } from '../../../rpc/pages/form-body';
import { type Page, redirect } from '../../../rpc/pages/page';
import { PageCalls } from '../../../rpc/pages/page-calls';
import { PageRoute } from '../../../rpc/pages/page-route.decorator';
import { refusalOf } from '../../../rpc/pages/refusal-of';
import { Call } from '../../../rpc/plain-call';
import { queryText } from '../query-text';
import { Visitors } from '../visitors';
import { passwordTyped } from './password-if-asked';
import { providersPage, type ShownProvider } from './providers.page';
import { SETTINGS } from './settings-paths';

const NOTICES = new Map([
  ['removed', 'Disconnected. It lets nobody in any more.'],
  ['restored', 'It lets you in again.'],
]);

/** Sign-in providers that are connected to an account. */
@Controller('settings/account/providers')
export class ProvidersSettingsHttpController {
  constructor(
    private readonly visitors: Visitors,
    private readonly calls: PageCalls,
  ) {}

  @Get()
  @PageRoute()
  show(@Call() { request }: GuardedCall, @Query('done') done: unknown): Promise<Page> {
    return this.visitors.only(request, SETTINGS.providers, async (visitor) =>
      providersPage(visitor, await this.list(request), { notice: NOTICES.get(queryText(done)) }),
    );
  }

  @Post()
  @PageRoute()
  change(@Call() { request }: GuardedCall, @FormBody() fields: FormFields): Promise<Page> {
    return this.visitors.sent(request, SETTINGS.providers, fields, async (visitor) => {
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
        const problem = refusalOf(thrown);
        // Done already: that is what was asked for.
        if (problem.code === 'NOT_FOUND') return done;
        return providersPage(visitor, await this.list(request), { refused: { provider, problem } });
      }
    });
  }

  private async list(request: IncomingRequest): Promise<readonly ShownProvider[]> {
    const { identities } = await this.calls.call<{ identities: ShownProvider[] }>(
      request,
      'auth.identities.list',
    );
    return identities;
  }
}
