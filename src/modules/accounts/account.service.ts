import { Injectable } from '@nestjs/common';
import { NotAuthenticated } from '../../access/access-errors';
import type { PersonContext } from '../../access/principal';
import type { UserId } from '../../kernel/ids';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/jobs/outbox';
import { memberTopic } from '../hierarchy';
import { AccountReadModel, type AccountRow } from './account.read-model';
import { AccountChanged } from './accounts.errors';
import { accountsEvents } from './accounts.events';
import { type Profile, type ProfilePatch, UsersRepository } from './users.repository';

@Injectable()
export class AccountService {
  constructor(
    private readonly reads: AccountReadModel,
    private readonly users: UsersRepository,
    private readonly transactions: TransactionRunner,
    private readonly outbox: Outbox,
  ) {}

  /** A person whose account is gone is nobody any more, whatever their credential says. */
  async get(context: DatabaseContext, userId: UserId): Promise<AccountRow> {
    const account = await this.reads.get(context, userId);
    if (account === null) throw new NotAuthenticated();
    return account;
  }

  update(context: PersonContext, patch: ProfilePatch): Promise<Profile> {
    const { userId } = context.person;
    return this.transactions.run(context, async (tx) => {
      const profile = await this.users.updateProfile(tx, userId, patch);
      if (profile === null) throw new AccountChanged();
      tx.transaction.touch(memberTopic(userId));
      if (patch.name !== undefined) await this.announceName(tx, profile);
      return profile;
    });
  }

  private async announceName(tx: InTransaction<PersonContext>, { id, name }: Profile): Promise<void> {
    const account = await this.get(tx, id);
    for (const { organizationId } of account.memberships)
      await this.outbox.append({ ...tx, organizationId }, accountsEvents.renamed(id, name));
  }
}
