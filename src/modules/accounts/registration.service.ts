import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../access/incoming-request';
import { NO_TRANSACTION } from '../../platform/database/database';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { emailKey } from './email-address';
import { NewAccountService } from './new-account.service';
import { refusePasswordOfPerson } from './new-password';
import { PasswordHasher } from './password-hasher';
import type { RegisterBody } from './register.body';
import { ProvenAddresses } from './proven-addresses.service';
import { RegistrationPlace } from './registration-place.service';
import { SessionsService } from './sessions.service';
import { SignInAudit } from './sign-in-audit';

/** Opens accounts. */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly place: RegistrationPlace,
    private readonly hasher: PasswordHasher,
    private readonly transactions: TransactionRunner,
    private readonly accounts: NewAccountService,
    private readonly sessions: SessionsService,
    private readonly audit: SignInAudit,
    private readonly addresses: ProvenAddresses,
  ) {}

  /** An account with an organization, its own or the one it is invited to, signed in; all of it or nothing. */
  async register(request: IncomingRequest, body: RegisterBody) {
    await this.place.refuse(body);
    refusePasswordOfPerson('password', body.password, body);
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
      const organization = await this.place.enter(founder, body, { userId: id, emailKey: emailKey(email) });
      // The link of an invitation came to the address that it was accepted for.
      if (body.invitationToken) await this.addresses.confirm(tx, id);
      await this.audit.done(tx, request, person, 'auth.register', organization.id);
      return { user: { id, email, name, avatar: null }, organization, setCookie };
    });
  }
}
