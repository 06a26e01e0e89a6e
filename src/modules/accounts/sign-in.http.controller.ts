import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { Authenticator } from '../../access/authenticator';
import type { GuardedCall } from '../../access/guarded-call';
import { OfferedSignIns } from '../../access/offered-sign-ins';
import { AccountsConfig } from '../../platform/config/accounts.config';
import { Call } from '../../rpc/plain-call';
import { PublicRoute } from '../../rpc/plain-route.decorator';
import { RestBody } from '../../rpc/rest-body';
import { RegisterBody } from './register.body';
import { RegistrationService } from './registration.service';
import { SignInBody } from './sign-in.body';
import { SignInService } from './sign-in.service';
import { SignOutService } from './sign-out.service';

/** The sign-in routes (contract §4). */
@Controller('api/auth')
export class SignInHttpController {
  constructor(
    private readonly registration: RegistrationService,
    private readonly signIns: SignInService,
    private readonly signOuts: SignOutService,
    private readonly config: AccountsConfig,
    private readonly offered: OfferedSignIns,
    private readonly authenticator: Authenticator,
  ) {}

  @Post('register')
  @PublicRoute({ addressLimit: 'register' })
  async register(@Call() call: GuardedCall, @RestBody() body: RegisterBody) {
    this.refuseForeignSignIn(call);
    const { setCookie, ...answer } = await this.registration.register(call.request, body);
    call.request.answerHeaders.set('set-cookie', setCookie);
    return answer;
  }

  @Post('signin')
  @HttpCode(200)
  @PublicRoute({ addressLimit: 'signin' })
  async signin(@Call() call: GuardedCall, @RestBody() body: SignInBody) {
    this.refuseForeignSignIn(call);
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

  /** The same on every host but those of organizations with single sign-on: nobody learns here which others there are. */
  @Get('providers')
  @PublicRoute()
  async providers(@Call() { request }: GuardedCall) {
    const { registration } = this.config;
    const sso = await this.offered.signOn(request);
    return { password: true, registration, providers: this.offered.providers, sso };
  }

  /** Another site could sign its visitors in as somebody else, and read what they then write. */
  private refuseForeignSignIn({ request }: GuardedCall): void {
    this.authenticator.refuseForeignOrigin(request);
  }
}
