import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../access/incoming-request';
import { NO_TRANSACTION } from '../../platform/database/database';
import { WrongPair } from './accounts.errors';
import { emailKey } from './email-address';
import { PasswordHasher } from './password-hasher';
import { ProvenSignInService } from './proven-sign-in.service';
import { SecondFactorService } from './second-factor.service';
import { SignInAudit } from './sign-in-audit';
import type { SignInBody } from './sign-in.body';
import { SignOnDuty } from './sign-on-duty';
import { UsersRepository } from './users.repository';

/** Signs people in by e-mail and password, and by their second factor where they have one. */
@Injectable()
export class SignInService {
  constructor(
    private readonly users: UsersRepository,
    private readonly hasher: PasswordHasher,
    private readonly secondFactor: SecondFactorService,
    private readonly proven: ProvenSignInService,
    private readonly audit: SignInAudit,
    private readonly signOnDuty: SignOnDuty,
  ) {}

  async signIn(request: IncomingRequest, body: SignInBody) {
    const { email } = body;
    const found = await this.users.findByEmail(NO_TRANSACTION, emailKey(email));
    try {
      return await this.judged(request, found, body);
    } catch (refusal) {
      await this.audit.refused(request, { userId: found?.id ?? null, email }, refusal);
      throw refusal;
    }
  }

  private async judged(
    request: IncomingRequest,
    found: Awaited<ReturnType<UsersRepository['findByEmail']>>,
    { password, code }: SignInBody,
  ) {
    const passwordHash = found?.passwordHash ?? null;
    const isRight = await this.hasher.verify(passwordHash, password);
    if (found === null || passwordHash === null || !isRight) throw new WrongPair();
    await this.signOnDuty.check(request, found.id);
    const rightCode = await this.secondFactor.ask(found.id, code);
    const condition = { passwordHash, isSecondFactorSettled: rightCode !== null };
    return this.proven.signIn(request, { userId: found.id, method: 'password', condition }, rightCode);
  }
}
