import { Controller, Get, Post, Query } from '@nestjs/common';
import type { GuardedCall } from '../../../access/guarded-call';
import { FormBody, type FormFields } from '../../../http/pages/form-body';
import { type Page, redirect } from '../../../http/pages/page';
import { PageRoute } from '../../../http/pages/page-route.decorator';
import { problemOf } from '../../../http/pages/page-problem';
import { Call } from '../../../http/routes/call.decorator';
import { EmailChangeService } from '../../accounts';
import { changeEmailPage, restoreEmailPage } from './change-email.pages';
import { PageSessionService } from '../page-session.service';
import { queryText } from '../query-text';
import { SETTINGS } from '../settings/settings-paths';

/** The pages of the links in the mails of an address change. Opening one changes nothing, because mail scanners open links too. */
@Controller()
export class ChangeEmailPageHttpController {
  constructor(
    private readonly pageSessions: PageSessionService,
    private readonly changes: EmailChangeService,
  ) {}

  @Get('change-email')
  @PageRoute()
  show(@Call() { request }: GuardedCall, @Query('token') given: unknown): Promise<Page> {
    const token = queryText(given);
    return this.pageSessions.only(request, pathOf(token), (session) => changeEmailPage(session, token));
  }

  @Post('change-email')
  @PageRoute()
  confirm(@Call() { request }: GuardedCall, @FormBody() fields: FormFields): Promise<Page> {
    const { token = '' } = fields;
    return this.pageSessions.sent(request, pathOf(token), fields, async (session) => {
      try {
        await this.changes.confirm(request, token);
        return redirect(`${SETTINGS.profile}?done=email-changed`);
      } catch (thrown) {
        return changeEmailPage(session, token, problemOf(thrown));
      }
    });
  }

  @Get('restore-email')
  @PageRoute()
  showRestore(@Query('token') token: unknown): Page {
    return restoreEmailPage(queryText(token));
  }

  @Post('restore-email')
  @PageRoute()
  async restore(@Call() { request }: GuardedCall, @FormBody() { token = '' }: FormFields): Promise<Page> {
    try {
      await this.changes.restore(request, token);
      return redirect('/signin?done=email-restored');
    } catch (thrown) {
      return restoreEmailPage(token, problemOf(thrown));
    }
  }
}

function pathOf(token: string): string {
  return `/change-email?token=${encodeURIComponent(token)}`;
}
