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
import { emailField } from '../email-field';
import { type PageSession, PageSessionService } from '../page-session.service';
import { queryText } from '../query-text';
import { passwordIfAsked, passwordTyped } from './password-if-asked';
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
    return this.pageSessions.only(request, SETTINGS.profile, (session) =>
      profilePage(session, { name: session.name, notice: NOTICES.get(queryText(done)) }),
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
        return profilePage(session, { name, problem: problemOf(thrown) });
      }
    });
  }

  @Post('email')
  @PageRoute()
  changeEmail(@Call() { request }: GuardedCall, @FormBody() fields: FormFields): Promise<Page> {
    return this.pageSessions.sent(request, SETTINGS.profile, fields, async (session) => {
      const { email = '' } = fields;
      try {
        await this.calls.call(request, 'auth.changeEmail', { email, ...passwordTyped(fields) });
        return redirect(`${SETTINGS.profile}?done=mailed`);
      } catch (thrown) {
        return profilePage(session, { name: session.name, email, emailProblem: problemOf(thrown) });
      }
    });
  }
}

const NOTICES = new Map([
  ['saved', 'Your profile was saved.'],
  ['email-changed', 'Your e-mail address was changed.'],
  ['mailed', 'A mail is on its way to the new address. Open its link to change the address.'],
]);

interface ShownProfile {
  name: string;
  problem?: AppError;
  email?: string;
  emailProblem?: AppError;
  notice?: string | undefined;
}

function profilePage(session: PageSession, shown: ShownProfile): Page {
  const { name, problem = null, email = '', emailProblem = null, notice } = shown;
  const rejection = problem ?? emailProblem;
  const body = html`<p>You are signed in as <strong>${session.email}</strong>.</p>
    ${form({
      action: SETTINGS.profile,
      submit: 'Save',
      hidden: session.hidden,
      fields: [{ name: 'name', label: 'Your name', value: name, autocomplete: 'name' }],
      problem,
    })}
    <h2>Change your e-mail address</h2>
    <p>The new address gets a mail with a link. Until you open it and confirm, nothing changes.</p>
    ${form({
      action: `${SETTINGS.profile}/email`,
      submit: 'Send the link',
      hidden: session.hidden,
      fields: [
        emailField(email, { label: 'New e-mail address', autocomplete: 'email' }),
        ...passwordIfAsked(emailProblem),
      ],
      problem: emailProblem,
    })}
    <h2>Delete your account</h2>
    <p><a href="${SETTINGS.deletion}">Delete your account and everything that says who you are</a></p>`;
  return settingsPage(SETTINGS.profile, 'Your profile', body, {
    status: rejection === null ? 200 : httpStatusOf(rejection),
    hasProblem: rejection !== null,
    notice,
  });
}
