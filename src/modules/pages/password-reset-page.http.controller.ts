import { Controller, Get, Post, Query } from '@nestjs/common';
import type { GuardedCall } from '../../access/guarded-call';
import { FormBody, type FormFields } from '../../http/pages/form-body';
import { type Page, redirect } from '../../http/pages/page';
import { PageRoute } from '../../http/pages/page-route.decorator';
import { problemOf } from '../../http/pages/page-problem';
import { Call } from '../../http/routes/call.decorator';
import { checkedBody } from '../../http/bodies/rest-body';
import { ForgotPasswordBody, PasswordResetService, ResetPasswordBody } from '../accounts';
import { forgotPasswordPage, resetMailedPage, resetPasswordPage } from './password-reset.pages';
import { queryText } from './query-text';

/** Forgotten passwords: the form that requests the mail, and the page of its link. */
@Controller()
export class PasswordResetPageHttpController {
  constructor(private readonly resets: PasswordResetService) {}

  @Get('forgot-password')
  @PageRoute()
  showForgot(): Page {
    return forgotPasswordPage();
  }

  @Post('forgot-password')
  @PageRoute()
  async forgot(@Call() { request }: GuardedCall, @FormBody() { email = '' }: FormFields): Promise<Page> {
    try {
      await this.resets.request(request, checkedBody(ForgotPasswordBody, { email }).email);
      return resetMailedPage(email);
    } catch (thrown) {
      return forgotPasswordPage(email, problemOf(thrown));
    }
  }

  /** Does not use the link, because mail scanners open links too. */
  @Get('reset-password')
  @PageRoute()
  showReset(@Query('token') token: unknown): Page {
    return resetPasswordPage(queryText(token));
  }

  @Post('reset-password')
  @PageRoute()
  async reset(@Call() { request }: GuardedCall, @FormBody() fields: FormFields): Promise<Page> {
    const { token = '', password = '' } = fields;
    try {
      const body = checkedBody(ResetPasswordBody, { token, password });
      await this.resets.reset(request, body.token, body.password);
      return redirect('/signin?done=password-reset');
    } catch (thrown) {
      return resetPasswordPage(token, problemOf(thrown));
    }
  }
}
