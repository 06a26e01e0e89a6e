import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../../access/incoming-request';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { emailKey } from '../profile/email-address';
import { NewAccountService } from './new-account.service';
import { rejectPasswordOfPerson } from '../password/new-password';
import { PasswordHasherService } from '../password/password-hasher.service';
import type { RegisterBody } from './register.body';
import { VerifiedEmailsService } from './verified-emails.service';
import { SignUpTargetService } from './sign-up-target.service';
import { SessionsService } from '../sessions/sessions.service';
import { SignInAuditService } from '../sign-in/sign-in-audit.service';

/** Registers accounts. */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly place: SignUpTargetService,
    private readonly hasher: PasswordHasherService,
    private readonly transactions: TransactionRunner,
    private readonly accounts: NewAccountService,
    private readonly sessions: SessionsService,
    private readonly audit: SignInAuditService,
    private readonly addresses: VerifiedEmailsService,
  ) {}

  /**
   * Creates an account with a new organization or with an invitation to an existing one, and signs the user
   * in. All or nothing.
   */
  async register(request: IncomingRequest, body: RegisterBody) {
    await this.place.reject(body);
    rejectPasswordOfPerson('password', body.password, body);
    const passwordHash = await this.hasher.hash(body.password);
    return this.transactions.run(NO_TRANSACTION, async (tx) => {
      const { name } = body;
      const { id, email } = await this.accounts.open(tx, { name, email: body.email, passwordHash });
      const { person, setCookie } = await this.sessions.begin(
        tx,
        { userId: id, method: 'password', condition: { passwordHash, isSecondFactorSettled: false } },
        request,
      );
      const founder = { ...tx, requestId: request.id, person };
      const { organization, isAddressProven } = await this.place.enter(founder, body, {
        userId: id,
        emailKey: emailKey(email),
      });
      // An invitation's link that was mailed to the address verifies it. One that an administrator copied does not: the
      // administrator could register with the address of someone else, and wait for the owner.
      if (isAddressProven) await this.addresses.confirm(tx, id);
      else await this.addresses.requestConfirmation(tx, id);
      await this.audit.done(tx, request, person, 'auth.register', organization.id);
      return { user: { id, email, name, avatar: null, isServiceAccount: false }, organization, setCookie };
    });
  }
}
