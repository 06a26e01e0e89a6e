import { Controller, Get, Post, Query } from '@nestjs/common';
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
import { newPasswordField } from '../new-password-field';
import { type PageSession, PageSessionService } from '../page-session.service';
import { settingsPage } from './settings-page';
import { SETTINGS } from './settings-paths';

@Controller('settings/account/password')
export class PasswordSettingsHttpController {
  constructor(
    private readonly pageSessions: PageSessionService,
    private readonly calls: PageCalls,
  ) {}

  @Get()
  @PageRoute()
  show(@Call() { request }: GuardedCall, @Query('done') done: unknown): Promise<Page> {
    const notice =
      done === 'changed' ? 'Your password was changed, and you were signed out everywhere else.' : undefined;
    return this.pageSessions.only(request, SETTINGS.password, (session) =>
      passwordPage(session, null, notice),
    );
  }

  @Post()
  @PageRoute()
  change(@Call() { request }: GuardedCall, @FormBody() fields: FormFields): Promise<Page> {
    return this.pageSessions.sent(request, SETTINGS.password, fields, async (session) => {
      const { currentPassword = '', newPassword = '' } = fields;
      try {
        await this.calls.call(request, 'auth.changePassword', { currentPassword, newPassword });
        return redirect(`${SETTINGS.password}?done=changed`);
      } catch (thrown) {
        return passwordPage(session, problemOf(thrown));
      }
    });
  }
}

function passwordPage(session: PageSession, problem: AppError | null, notice?: string): Page {
  const body = html`${form({
      action: SETTINGS.password,
      submit: 'Change password',
      hidden: session.hidden,
      fields: [
        {
          name: 'currentPassword',
          label: 'Current password',
          type: 'password',
          autocomplete: 'current-password',
        },
        newPasswordField('newPassword', 'New password'),
      ],
      problem,
    })}
    <p>No password yet, or forgot it? <a href="/forgot-password">Set one with a link by e-mail</a>.</p>
    <p>
      Changing your password signs you out everywhere else, and revokes the access of applications that you
      have authorized. Your
      <a href="${SETTINGS.tokens}">personal access tokens</a> remain valid.
    </p>`;
  return settingsPage(SETTINGS.password, 'Your password', body, {
    status: problem === null ? 200 : httpStatusOf(problem),
    hasProblem: problem !== null,
    notice,
  });
}
