import { Controller, Get, Post, Query } from '@nestjs/common';
import type { GuardedCall } from '../../access/guarded-call';
import { AccountsConfig } from '../../platform/config/accounts.config';
import { continuePath } from '../../rpc/pages/continue-path';
import { FormBody, type FormFields } from '../../rpc/pages/form-body';
import { type Page, redirect } from '../../rpc/pages/page';
import { PageRoute } from '../../rpc/pages/page-route.decorator';
import { refusalOf } from '../../rpc/pages/refusal-of';
import { Call } from '../../rpc/plain-call';
import { checkedBody } from '../../rpc/rest-body';
import { RegisterBody, RegistrationService } from '../accounts';
import { noRegistrationPage, registerPage } from './register.page';

/** Opening an account with an organization of one's own. */
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
      return registerPage(continueTo, fields, refusalOf(thrown));
    }
  }
}
