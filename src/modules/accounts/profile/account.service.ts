import { Injectable } from '@nestjs/common';
import { NotAuthenticated } from '../../../access/access-errors';
import type { Credential, UserContext } from '../../../access/principal';
import { manageAccount } from '../../../access/account.policy';
import { authorize } from '../../../access/policy';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Outbox } from '../../../platform/events/outbox';
import { memberTopic } from '../../hierarchy';
import { AccountReadModel, type AccountRow } from './account.read-model';
import { AccountChanged } from '../accounts.errors';
import { accountsEvents } from '../accounts.events';
import { type Profile, type ProfilePatch, UsersRepository } from '../users.repository';
import { changeProfile } from './account.policy';

@Injectable()
export class AccountService {
  constructor(
    private readonly reads: AccountReadModel,
    private readonly users: UsersRepository,
    private readonly transactions: TransactionRunner,
    private readonly outbox: Outbox,
  ) {}

  /** Credentials of a deleted account are not valid. */
  async get(context: DatabaseContext, userId: UserId): Promise<AccountRow> {
    const account = await this.reads.get(context, userId);
    if (account === null) throw new NotAuthenticated();
    return account;
  }

  /**
   * The caller. Tokens and applications are limited to one organization; so is a single sign-on session, whose
   * administrators can sign in as the user.
   */
  async me(context: UserContext): Promise<AccountRow> {
    const { userId, credential } = context.person;
    const account = await this.get(context, userId);
    const only = confinedTo(credential);
    if (only === null) return account;
    const memberships = account.memberships.filter(({ organizationId }) => organizationId === only);
    return { ...account, memberships };
  }

  async update(context: UserContext, patch: ProfilePatch): Promise<Profile> {
    authorize(manageAccount, context.person);
    const { userId } = context.person;
    return this.transactions.run(context, async (tx) => {
      const profile = await this.users.updateProfile(tx, userId, patch);
      if (profile === null) throw new AccountChanged();
      tx.transaction.invalidate(memberTopic(userId));
      const isToken = tx.person.credential.kind !== 'session';
      if (!isToken && patch.name === undefined) return profile;
      const { memberships } = await this.get(tx, userId);
      authorize(changeProfile, tx.person, memberships);
      if (patch.name !== undefined) await this.publishName(tx, profile, memberships);
      return profile;
    });
  }

  private async publishName(
    tx: InTransaction<UserContext>,
    { id, name }: Profile,
    memberships: AccountRow['memberships'],
  ): Promise<void> {
    for (const { organizationId } of memberships)
      await this.outbox.append(
        { ...tx, organizationId },
        accountsEvents.renamed.create({ userId: id, name }),
      );
  }
}

function confinedTo(credential: Credential): OrganizationId | null {
  return credential.kind === 'session' ? credential.signOnOrganizationId : credential.organizationId;
}
