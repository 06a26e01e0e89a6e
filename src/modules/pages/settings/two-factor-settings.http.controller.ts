import { Controller, Get, Param, Post } from '@nestjs/common';
import type { GuardedCall } from '../../../access/guarded-call';
import type { IncomingRequest } from '../../../access/incoming-request';
import { FormBody, type FormFields } from '../../../http/pages/form-body';
import { type Page, redirect } from '../../../http/pages/page';
import { PageCalls } from '../../../rpc/page-calls';
import { PageRoute } from '../../../http/pages/page-route.decorator';
import { problemOf } from '../../../http/pages/page-problem';
import { Call } from '../../../http/routes/call.decorator';
import { RouteNotFound } from '../route-not-found';
import { type PageSession, PageSessionService } from '../page-session.service';
import { passwordTyped } from './password-if-asked';
import { SETTINGS } from './settings-paths';
import {
  type NewKey,
  newKeyPage,
  recoveryCodesPage,
  TWO_FACTOR,
  twoFactorPage,
  type TwoFactorState,
} from './two-factor.pages';

const PATHS: ReadonlySet<string> = new Set(Object.values(TWO_FACTOR));

@Controller('settings/account/two-factor')
export class TwoFactorSettingsHttpController {
  constructor(
    private readonly pageSessions: PageSessionService,
    private readonly calls: PageCalls,
  ) {}

  @Get()
  @PageRoute()
  show(@Call() { request }: GuardedCall): Promise<Page> {
    return this.pageSessions.only(request, SETTINGS.twoFactor, async (session) =>
      twoFactorPage(session, await this.state(request)),
    );
  }

  /** Reloading the result of a form redirects to the page with the forms. */
  @Get(':form')
  @PageRoute()
  showAgain(@Param('form') name: string): Page {
    if (!PATHS.has(`${SETTINGS.twoFactor}/${name}`)) throw new RouteNotFound();
    return redirect(SETTINGS.twoFactor);
  }

  @Post('key')
  @PageRoute()
  key(@Call() { request }: GuardedCall, @FormBody() fields: FormFields): Promise<Page> {
    return this.form(request, fields, TWO_FACTOR.key, async (session) =>
      newKeyPage(
        session,
        await this.calls.call<NewKey>(request, 'auth.twoFactor.begin', passwordTyped(fields)),
      ),
    );
  }

  @Post('enable')
  @PageRoute()
  enable(@Call() { request }: GuardedCall, @FormBody() fields: FormFields): Promise<Page> {
    return this.pageSessions.sent(request, SETTINGS.twoFactor, fields, async (session) => {
      try {
        return await this.codesOf(request, 'auth.twoFactor.enable', { code: fields['code'] ?? '' });
      } catch (thrown) {
        const problem = problemOf(thrown);
        return problem.code === 'CONFLICT'
          ? redirect(SETTINGS.twoFactor)
          : newKeyPage(session, null, problem);
      }
    });
  }

  @Post('disable')
  @PageRoute()
  disable(@Call() { request }: GuardedCall, @FormBody() fields: FormFields): Promise<Page> {
    return this.form(request, fields, TWO_FACTOR.disable, async () => {
      await this.calls.call(request, 'auth.twoFactor.disable', evidenceOf(fields));
      return redirect(SETTINGS.twoFactor);
    });
  }

  @Post('codes')
  @PageRoute()
  codes(@Call() { request }: GuardedCall, @FormBody() fields: FormFields): Promise<Page> {
    return this.form(request, fields, TWO_FACTOR.codes, () =>
      this.codesOf(request, 'auth.twoFactor.renewCodes', evidenceOf(fields)),
    );
  }

  private form(
    request: IncomingRequest,
    fields: FormFields,
    action: string,
    act: (session: PageSession) => Promise<Page>,
  ): Promise<Page> {
    return this.pageSessions.sent(request, SETTINGS.twoFactor, fields, async (session) => {
      try {
        return await act(session);
      } catch (thrown) {
        const problem = problemOf(thrown);
        return twoFactorPage(session, await this.state(request), { action, problem });
      }
    });
  }

  private state(request: IncomingRequest): Promise<TwoFactorState> {
    return this.calls.call(request, 'auth.twoFactor.get');
  }

  private async codesOf(request: IncomingRequest, procedure: string, input: object): Promise<Page> {
    const { recoveryCodes } = await this.calls.call<{ recoveryCodes: string[] }>(request, procedure, input);
    return recoveryCodesPage(recoveryCodes);
  }
}

/** The filled fields; empty fields are omitted. */
function evidenceOf({ code = '', password = '' }: FormFields): object {
  return { ...(code === '' ? {} : { code }), ...(password === '' ? {} : { password }) };
}
