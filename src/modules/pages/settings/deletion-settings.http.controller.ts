import { Controller, Get, Post } from '@nestjs/common';
import type { AppError } from '../../../kernel/app-error';
import type { GuardedCall } from '../../../access/guarded-call';
import { httpStatusOf } from '../../../http/errors/error-shape';
import { form } from '../../../http/pages/form';
import { FormBody, type FormFields } from '../../../http/pages/form-body';
import { html } from '../../../http/pages/html';
import { type Page, redirect } from '../../../http/pages/page';
import { PageCalls } from '../../../rpc/page-calls';
import { PageRoute } from '../../../http/pages/page-route.decorator';
import { problemOf } from '../../../http/pages/page-problem';
import { Call } from '../../../http/routes/call.decorator';
import { type PageSession, PageSessionService } from '../page-session.service';
import { passwordIfAsked, passwordTyped } from './password-if-asked';
import { settingsPage } from './settings-page';
import { SETTINGS } from './settings-paths';

/** The page that deletes the account of its user. */
@Controller('settings/account/delete')
export class DeletionSettingsHttpController {
  constructor(
    private readonly pageSessions: PageSessionService,
    private readonly calls: PageCalls,
  ) {}

  @Get()
  @PageRoute()
  show(@Call() { request }: GuardedCall): Promise<Page> {
    return this.pageSessions.only(request, SETTINGS.deletion, (session) => deletionPage(session, null));
  }

  @Post()
  @PageRoute()
  delete(@Call() { request }: GuardedCall, @FormBody() fields: FormFields): Promise<Page> {
    return this.pageSessions.sent(request, SETTINGS.deletion, fields, async (session) => {
      try {
        await this.calls.call(request, 'auth.deleteAccount', passwordTyped(fields));
        return redirect('/signin?done=account-deleted');
      } catch (thrown) {
        return deletionPage(session, problemOf(thrown));
      }
    });
  }
}

function deletionPage(session: PageSession, problem: AppError | null): Page {
  const body = html`<p>You are signed in as <strong>${session.email}</strong>.</p>
    <p>
      You are signed out everywhere, and leave all organizations. What you wrote remains there, without your
      name. For seven days, a link in a mail restores the account, but not its memberships. Then your name and
      your address are erased.
    </p>
    ${form({
      action: SETTINGS.deletion,
      submit: 'Delete my account',
      hidden: session.hidden,
      fields: passwordIfAsked(problem),
      problem,
    })}
    <p><a href="${SETTINGS.profile}">Keep the account</a></p>`;
  return settingsPage(SETTINGS.profile, 'Delete your account', body, {
    status: problem === null ? 200 : httpStatusOf(problem),
    hasProblem: problem !== null,
  });
}
