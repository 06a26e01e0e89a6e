import { Controller, Get, Post, Query } from '@nestjs/common';
import type { GuardedCall } from '../../access/guarded-call';
import { AccountsConfig } from '../../platform/config/accounts.config';
import { continuePath } from '../../http/pages/continue-path';
import { FormBody, type FormFields } from '../../http/pages/form-body';
import { type Page, redirect } from '../../http/pages/page';
import { PageRoute } from '../../http/pages/page-route.decorator';
import { problemOf } from '../../http/pages/page-problem';
import { Call } from '../../http/routes/call.decorator';
import { checkedBody } from '../../http/bodies/rest-body';
import { RegisterBody, RegistrationService } from '../accounts';
import { noRegistrationPage, registerPage } from './register.page';

/** Registers an account with a new organization. */
@Controller('register')
export class RegisterPageHttpController {
  constructor(
    private readonly registration: RegistrationService,
    private readonly config: AccountsConfig,
  ) {}

  @Get()
  @PageRoute()
  show(@Query('continue') continueTo: unknown): Page {
    const { registration } = this.config;
    return registration === 'open'
      ? registerPage(continuePath(continueTo), {})
      : noRegistrationPage(registration);
  }

  @Post()
  @PageRoute({ addressLimit: 'register' })
  async submit(@Call() { request }: GuardedCall, @FormBody() fields: FormFields): Promise<Page> {
    const { registration } = this.config;
    if (registration !== 'open') return noRegistrationPage(registration);
    const continueTo = continuePath(fields['continue']);
    const { name = '', email = '', password = '', organizationName = '', organizationSlug = '' } = fields;
    try {
      const body = checkedBody(RegisterBody, {
        name,
        email,
        password,
        organizationName,
        ...(organizationSlug.trim() === '' ? {} : { organizationSlug }),
      });
      const { setCookie } = await this.registration.register(request, body);
      return redirect(continueTo, [setCookie]);
    } catch (thrown) {
      return registerPage(continueTo, fields, problemOf(thrown));
    }
  }
}
