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
import { type PageSession, PageSessionService } from '../page-session.service';
import { settingsPage } from './settings-page';
import { SETTINGS } from './settings-paths';

@Controller('settings/account')
export class ProfileSettingsHttpController {
  constructor(
    private readonly pageSessions: PageSessionService,
    private readonly calls: PageCalls,
  ) {}

  @Get()
  @PageRoute()
  show(@Call() { request }: GuardedCall, @Query('done') done: unknown): Promise<Page> {
    const notice = done === 'saved' ? 'Your profile was saved.' : undefined;
    return this.pageSessions.only(request, SETTINGS.profile, (session) =>
      profilePage(session, session.name, null, notice),
    );
  }

  @Post()
  @PageRoute()
  save(@Call() { request }: GuardedCall, @FormBody() fields: FormFields): Promise<Page> {
    return this.pageSessions.sent(request, SETTINGS.profile, fields, async (session) => {
      const { name = '' } = fields;
      try {
        await this.calls.call(request, 'auth.updateProfile', { name });
        return redirect(`${SETTINGS.profile}?done=saved`);
      } catch (thrown) {
        return profilePage(session, name, problemOf(thrown));
      }
    });
  }
}

function profilePage(session: PageSession, name: string, problem: AppError | null, notice?: string): Page {
  const body = html`<p>You are signed in as <strong>${session.email}</strong>.</p>
    ${form({
      action: SETTINGS.profile,
      submit: 'Save',
      hidden: session.hidden,
      fields: [{ name: 'name', label: 'Your name', value: name, autocomplete: 'name' }],
      problem,
    })}`;
  const status = problem === null ? 200 : httpStatusOf(problem);
  return settingsPage(SETTINGS.profile, 'Your profile', body, {
    status,
    hasProblem: problem !== null,
    notice,
  });
}
