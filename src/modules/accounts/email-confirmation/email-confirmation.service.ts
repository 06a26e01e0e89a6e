import { Injectable } from '@nestjs/common';
import { NotAuthenticated, SignedOnElsewhere } from '../../../access/access-errors';
import { Authenticator } from '../../../access/authenticator';
import type { IncomingRequest } from '../../../access/incoming-request';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { ConfirmationForAnotherAccount, ConfirmationLinkInvalid } from '../accounts.errors';
import { UsersRepository } from '../users.repository';
import { EmailConfirmationTokensService } from './email-confirmation-tokens.service';

/**
 * Confirms the address of an account. The link alone is not enough: its reader must be signed in to the account.
 * Otherwise the owner of an address could confirm the account of an attacker who registered the address first.
 */
@Injectable()
export class EmailConfirmationService {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly tokens: EmailConfirmationTokensService,
    private readonly users: UsersRepository,
    private readonly transactions: TransactionRunner,
  ) {}

  async confirm(request: IncomingRequest, token: string): Promise<void> {
    const mailed = this.tokens.read(token);
    if (mailed === null) throw new ConfirmationLinkInvalid();
    const person = await this.authenticator.person(request);
    if (person?.credential.kind !== 'session') throw new NotAuthenticated();
    if (person.credential.signOnOrganizationId !== null) throw new SignedOnElsewhere();
    const { userId, emailKey } = mailed;
    if (person.userId !== userId) throw new ConfirmationForAnotherAccount();
    await this.transactions.run(NO_TRANSACTION, async (tx) => {
      // The account may have got another address since.
      if ((await this.users.lockEmail(tx, userId)) !== emailKey) throw new ConfirmationLinkInvalid();
      await this.users.confirmEmail(tx, userId, { dropsPassword: false });
    });
  }
}
