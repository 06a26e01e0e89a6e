import { Controller, Get, Post, Query } from '@nestjs/common';
import type { AppError } from '../../../kernel/app-error';
import type { GuardedCall } from '../../../access/guarded-call';
import { httpStatusOf } from '../../../http/errors/error-shape';
import { form } from '../../../http/pages/form';
import { FormBody, type FormFields } from '../../../http/pages/form-body';
import { html } from '../../../http/pages/html';
import { type Page, page, redirect } from '../../../http/pages/page';
import { PageRoute } from '../../../http/pages/page-route.decorator';
import { problemOf } from '../../../http/pages/page-problem';
import { Call } from '../../../http/routes/call.decorator';
import { AccountRestorationService } from '../../accounts';
import { queryText } from '../query-text';

/** The page of the link that restores a deleted account. Opening it changes nothing, because mail scanners open links too. */
@Controller()
export class RestoreAccountPageHttpController {
  constructor(private readonly accounts: AccountRestorationService) {}

  @Get('restore-account')
  @PageRoute()
  show(@Query('token') token: unknown): Page {
    return restoreAccountPage(queryText(token));
  }

  @Post('restore-account')
  @PageRoute()
  async restore(@Call() { request }: GuardedCall, @FormBody() { token = '' }: FormFields): Promise<Page> {
    try {
      await this.accounts.restore(request, token);
      return redirect('/signin?done=account-restored');
    } catch (thrown) {
      return restoreAccountPage(token, problemOf(thrown));
    }
  }
}

/** Without a session: the deletion ended them all. */
function restoreAccountPage(token: string, problem: AppError | null = null): Page {
  const body = html`<p>
      Your account is restored, and you receive a link to choose a new password. Administrators of
      organizations must invite you again.
    </p>
    ${form({ action: '/restore-account', submit: 'Restore the account', hidden: { token }, problem })}
    <p><a href="/signin">To sign-in</a></p>`;
  return page('Restore your account', body, {
    status: problem === null ? 200 : httpStatusOf(problem),
    hasProblem: problem !== null,
  });
}
