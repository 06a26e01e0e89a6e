import { Injectable } from '@nestjs/common';
import type { UserContext } from '../../../access/principal';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Jobs } from '../../../platform/jobs/jobs';
import { SUCCESS } from '../../../rpc/schema';
import { EmailManaged, EmailUnchanged } from '../accounts.errors';
import { ReauthenticationService } from '../password/reauthentication.service';
import { emailKey } from '../profile/email-address';
import { CredentialAttemptsRepository } from '../sign-in/credential-attempts.repository';
import { UsersRepository } from '../users.repository';
import { EmailAddressesRepository } from './email-addresses.repository';
import { SendEmailChangeJob } from './send-email-change.job';

/** Requests of signed-in users for another address. */
@Injectable()
export class EmailChangeRequestsService {
  constructor(
    private readonly proof: ReauthenticationService,
    private readonly attempts: CredentialAttemptsRepository,
    private readonly users: UsersRepository,
    private readonly addresses: EmailAddressesRepository,
    private readonly transactions: TransactionRunner,
    private readonly jobs: Jobs,
  ) {}

  /** Reauthenticates, which is slow. The returned function requests the mail. */
  async prepare(context: UserContext, { email, password }: { email: string; password?: string | undefined }) {
    const { userId, credential } = context.person;
    if (credential.kind === 'session' && credential.signOnOrganizationId !== null) throw new EmailManaged();
    await this.proof.byPasswordOrSignIn(context.person, password);
    // Every request mails an address that the user chooses.
    await this.attempts.take(userId, 'email-change');
    return (inside: UserContext) =>
      this.transactions.run(inside, async (tx) => {
        if ((await this.users.lockEmail(tx, userId)) === emailKey(email)) throw new EmailUnchanged();
        if (await this.addresses.isManaged(tx, userId)) throw new EmailManaged();
        await this.jobs.enqueue(tx, SendEmailChangeJob, { userId, email });
        return SUCCESS;
      });
  }
}
