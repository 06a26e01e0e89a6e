import { Injectable } from '@nestjs/common';
import { emailKey, trimmedEmail } from '../../../kernel/email-key';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import { CredentialRevocation } from '../../../access/credential-revocation';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { Outbox } from '../../../platform/events/outbox';
import { memberTopic } from '../../hierarchy';
import { accountsEvents } from '../accounts.events';
import { ProvisionedAccountsRepository } from './provisioned-accounts.repository';
import { SessionsService } from '../sessions/sessions.service';
import { type FederatedAccount, FederatedAccountsService } from './federated-accounts.service';

type Within = InTransaction<DatabaseContext & { readonly organizationId: OrganizationId }>;
type Tx = Within & { readonly person: { readonly userId: string | null } };

/** Accounts that an organization created for its members, and manages while they have no other membership. */
@Injectable()
export class ProvisionedAccountsService {
  constructor(
    private readonly accounts: ProvisionedAccountsRepository,
    private readonly federated: FederatedAccountsService,
    private readonly sessions: SessionsService,
    private readonly granted: CredentialRevocation,
    private readonly outbox: Outbox,
  ) {}

  find(tx: Within, email: string): Promise<FederatedAccount | null> {
    return this.federated.find(tx, email);
  }

  /** Null if the address has an account by now. */
  async open(tx: Within, account: { name: string; email: string }): Promise<FederatedAccount | null> {
    const opened = await this.federated.open(tx, account);
    if (opened !== null) await this.accounts.note(tx, opened.id);
    return opened;
  }

  /** Whether this organization created the account, even if the user has joined other organizations. */
  isOpenedHere(tx: Within, userId: UserId): Promise<boolean> {
    return this.accounts.isProvisioned(tx, userId);
  }

  /**
   * Whether the address was ever verified. Otherwise the creator of the account is not necessarily the user it
   * names.
   */
  isProved(tx: Within, userId: UserId): Promise<boolean> {
    return this.accounts.isProved(tx, userId);
  }

  /**
   * For a new member with a reused address, who is not necessarily its previous user. An account with other
   * memberships keeps its owner and credentials.
   */
  async readmit(tx: Tx, userId: UserId): Promise<void> {
    const held = await this.accounts.lock(tx, userId);
    if (held !== null && (await this.accounts.isOwned(tx, userId)))
      await this.handOver(tx, userId, held.email);
  }

  /** False, without any change, if the organization cannot change the account. */
  async rename(tx: Tx, userId: UserId, name: string): Promise<boolean> {
    const held = await this.accounts.lock(tx, userId);
    if (held?.name === name) return true;
    if (!(await this.accounts.isOwned(tx, userId))) return false;
    await this.accounts.rename(tx, userId, name);
    tx.transaction.invalidate(memberTopic(userId));
    await this.outbox.append(tx, accountsEvents.renamed.create({ userId, name }));
    return true;
  }

  /** Changes the address, and thus the mailbox. False as for `rename`. */
  async move(tx: Tx, userId: UserId, given: string): Promise<boolean> {
    const email = trimmedEmail(given);
    const held = await this.accounts.lock(tx, userId);
    if (held !== null && emailKey(held.email) === emailKey(email)) return true;
    if (!(await this.accounts.isOwned(tx, userId))) return false;
    await this.handOver(tx, userId, email);
    return true;
  }

  /**
   * Revokes sessions, password, reset links, second factor and linked identities, which belong to the previous
   * user of the mailbox. Otherwise the account could be reassigned while its former owner still has access.
   */
  private async handOver(tx: Tx, userId: UserId, email: string): Promise<void> {
    await this.accounts.handOver(tx, userId, email);
    await this.sessions.endAll(tx, userId);
    await this.granted.endAll(tx, userId, 'mailbox');
    tx.transaction.invalidate(memberTopic(userId));
  }
}
