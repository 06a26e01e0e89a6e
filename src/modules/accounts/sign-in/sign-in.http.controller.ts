import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { Authenticator } from '../../../access/authenticator';
import type { GuardedCall } from '../../../access/guarded-call';
import { SignInMethods } from '../../../access/sign-in-methods';
import { AccountsConfig } from '../../../platform/config/accounts.config';
import { Call } from '../../../http/routes/call.decorator';
import { PublicRoute } from '../../../http/routes/http-route.decorators';
import { RestBody } from '../../../http/bodies/rest-body';
import { RegisterBody } from '../registration/register.body';
import { RegistrationService } from '../registration/registration.service';
import { SignInBody } from './sign-in.body';
import { SignInService } from './sign-in.service';
import { SignOutService } from '../sessions/sign-out.service';

/** The sign-in routes (contract §4). */
@Controller('api/auth')
export class SignInHttpController {
  constructor(
    private readonly registration: RegistrationService,
    private readonly signIns: SignInService,
    private readonly signOuts: SignOutService,
    private readonly config: AccountsConfig,
    private readonly offered: SignInMethods,
    private readonly authenticator: Authenticator,
  ) {}

  @Post('register')
  @PublicRoute({ addressLimit: 'register' })
  async register(@Call() call: GuardedCall, @RestBody() body: RegisterBody) {
    this.rejectForeignSignIn(call);
    const { setCookie, ...answer } = await this.registration.register(call.request, body);
    call.request.answerHeaders.set('set-cookie', setCookie);
    return answer;
  }

  @Post('signin')
  @HttpCode(200)
  @PublicRoute({ addressLimit: 'signin' })
  async signin(@Call() call: GuardedCall, @RestBody() body: SignInBody) {
    this.rejectForeignSignIn(call);
    const { setCookie, ...answer } = await this.signIns.signIn(call.request, body);
    call.request.answerHeaders.set('set-cookie', setCookie);
    return answer;
  }

  @Post('signout')
  @HttpCode(204)
  @PublicRoute()
  async signout(@Call() call: GuardedCall): Promise<void> {
    const { setCookie } = await this.signOuts.signOut(call.request);
    call.request.answerHeaders.set('set-cookie', setCookie);
  }

  /** The same on every host without single sign-on, so that organizations cannot be enumerated. */
  @Get('providers')
  @PublicRoute()
  async providers(@Call() { request }: GuardedCall) {
    const { registration } = this.config;
    const sso = await this.offered.signOn(request);
    return { password: true, registration, providers: this.offered.providers, sso };
  }

  /** Prevents login CSRF: another site could sign its visitors in to an account that it controls. */
  private rejectForeignSignIn({ request }: GuardedCall): void {
    this.authenticator.rejectForeignOrigin(request);
  }
}
