import { Injectable } from '@nestjs/common';
import { NotAuthenticated } from '../../access/access-errors';
import type { Credential, PersonContext } from '../../access/principal';
import { refuseApplication } from '../../access/refuse-application';
import type { OrganizationId, UserId } from '../../kernel/ids';
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

  /**
   * The caller. An application learns of no other organization than the one that it was let into; nor does a single
   * sign-on, whose administrators can sign in as the person.
   */
  async me(context: PersonContext): Promise<AccountRow> {
    const { userId, credential } = context.person;
    const account = await this.get(context, userId);
    const only = confinedTo(credential);
    if (only === null) return account;
    const memberships = account.memberships.filter(({ organizationId }) => organizationId === only);
    return { ...account, memberships };
  }

  async update(context: PersonContext, patch: ProfilePatch): Promise<Profile> {
    refuseApplication(context.person);
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

function confinedTo(credential: Credential): OrganizationId | null {
  if (credential.kind === 'session') return credential.signOnOrganizationId;
  return credential.kind === 'application' ? credential.organizationId : null;
}
