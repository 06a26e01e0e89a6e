import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../../access/incoming-request';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { WrongPair } from '../accounts.errors';
import { emailKey } from '../profile/email-address';
import { PasswordHasherService } from '../password/password-hasher.service';
import { CompleteSignInService } from './complete-sign-in.service';
import { SecondFactorService } from '../two-factor/second-factor.service';
import { SignInAuditService } from './sign-in-audit.service';
import type { SignInBody } from './sign-in.body';
import { SsoEnforcementService } from './sso-enforcement.service';
import { UsersRepository } from '../users.repository';

/** Signs users in with e-mail address and password, and with a second factor if they have one. */
@Injectable()
export class SignInService {
  constructor(
    private readonly users: UsersRepository,
    private readonly hasher: PasswordHasherService,
    private readonly secondFactor: SecondFactorService,
    private readonly proven: CompleteSignInService,
    private readonly audit: SignInAuditService,
    private readonly ssoEnforcement: SsoEnforcementService,
  ) {}

  async signIn(request: IncomingRequest, body: SignInBody) {
    const { email } = body;
    const found = await this.users.findByEmail(NO_TRANSACTION, emailKey(email));
    try {
      return await this.authenticate(request, found, body);
    } catch (rejection) {
      await this.audit.rejected(request, { userId: found?.id ?? null, email }, rejection);
      throw rejection;
    }
  }

  private async authenticate(
    request: IncomingRequest,
    found: Awaited<ReturnType<UsersRepository['findByEmail']>>,
    { password, code }: SignInBody,
  ) {
    const passwordHash = found?.passwordHash ?? null;
    const isRight = await this.hasher.verify(passwordHash, password);
    if (found === null || passwordHash === null || !isRight) throw new WrongPair();
    await this.ssoEnforcement.check(request, found.id);
    const rightCode = await this.secondFactor.ask(found.id, code);
    const condition = { passwordHash, isSecondFactorSettled: rightCode !== null };
    return this.proven.signIn(request, { userId: found.id, method: 'password', condition }, rightCode);
  }
}
