import { Controller, Get, Post, Query } from '@nestjs/common';
import { AppError } from '../../kernel/app-error';
import type { GuardedCall } from '../../access/guarded-call';
import type { IncomingRequest } from '../../access/incoming-request';
import { AccountsConfig } from '../../platform/config/accounts.config';
import { continuePath } from '../../http/pages/continue-path';
import { FormBody, type FormFields } from '../../http/pages/form-body';
import { type Page, redirect } from '../../http/pages/page';
import { PageRoute } from '../../http/pages/page-route.decorator';
import { problemOf } from '../../http/pages/page-problem';
import { Call } from '../../http/routes/call.decorator';
import { checkedBody } from '../../http/bodies/rest-body';
import { SignInBody, SignInService } from '../accounts';
import { queryText } from './query-text';
import { SignInMethodsService } from './sign-in-methods.service';
import { codePage, signInPage, type SignInPage } from './sign-in.pages';
import { SignInStepsService } from './sign-in-steps.service';
import { PageSessionService } from './page-session.service';

/** Notices from pages that redirect here, by code. Stops content injection: text of the URL is never shown. */
const NOTICES = new Map([
  ['password-reset', 'Your password was changed. Sign in with the new one.'],
  ['account-deleted', 'Your account is deleted. A mail has the link that restores it within seven days.'],
  [
    'account-restored',
    'Your account is restored. Choose a new password with the link in the mail on its way to you.',
  ],
  [
    'email-restored',
    'Your account has its previous address again. A mail with a link for a new password is on its way.',
  ],
  ['signed-out', 'You are signed out.'],
]);

/** Sign-in with a password, and with a code if the account requires one. */
@Controller('signin')
export class SignInPageHttpController {
  constructor(
    private readonly signIns: SignInService,
    private readonly steps: SignInStepsService,
    private readonly pageSessions: PageSessionService,
    private readonly methods: SignInMethodsService,
    private readonly config: AccountsConfig,
  ) {}

  @Get()
  @PageRoute()
  async show(@Call() { request }: GuardedCall, @Query() query: Record<string, unknown>): Promise<Page> {
    const session = await this.pageSessions.find(request);
    return this.page(request, {
      continueTo: continuePath(query['continue']),
      notice: NOTICES.get(queryText(query['done'])),
      signedInAs: session?.email,
      isForOwner: query['with'] === 'password',
    });
  }

  @Post()
  @PageRoute({ addressLimit: 'signin' })
  async submit(@Call() { request }: GuardedCall, @FormBody() fields: FormFields): Promise<Page> {
    const continueTo = continuePath(fields['continue']);
    const { email = '', password = '', step, code = '' } = fields;
    const first = step === undefined ? { email, password } : this.steps.open(step);
    if (first === null) {
      const problem = new AppError('UNAUTHORIZED', 'The sign-in has expired; sign in again');
      return this.page(request, { continueTo, problem, isForOwner: true });
    }
    try {
      const body = checkedBody(SignInBody, step === undefined ? { ...first } : { ...first, code });
      const { setCookie } = await this.signIns.signIn(request, body);
      return redirect(continueTo, [setCookie]);
    } catch (thrown) {
      const problem = problemOf(thrown);
      if (problem.reason === 'second_factor_needed')
        return codePage({ continueTo, step: step ?? this.steps.seal(first), problem: step ? problem : null });
      if (step !== undefined) return codePage({ continueTo, step, problem });
      return this.page(request, { continueTo, email, problem, isForOwner: true });
    }
  }

  private async page(
    request: IncomingRequest,
    of: Omit<SignInPage, 'methods' | 'mayRegister'>,
  ): Promise<Page> {
    return signInPage({
      ...of,
      methods: await this.methods.offeredAt(request, of.continueTo),
      mayRegister: this.config.registration === 'open',
    });
  }
}
