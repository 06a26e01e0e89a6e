import { Injectable } from '@nestjs/common';
import { emailKey, trimmedEmail } from '../../kernel/email-key';
import type { OrganizationId, UserId } from '../../kernel/ids';
import { GrantedAccess } from '../../access/granted-access';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { Outbox } from '../../platform/jobs/outbox';
import { memberTopic } from '../hierarchy';
import { accountsEvents } from './accounts.events';
import { ProvisionedAccountsRepository } from './provisioned-accounts.repository';
import { SessionsService } from './sessions.service';
import { type VouchedAccount, VouchedAccounts } from './vouched-accounts.service';

type Within = InTransaction<DatabaseContext & { readonly organizationId: OrganizationId }>;
type Tx = Within & { readonly person: { readonly userId: string | null } };

/** Accounts that an organization opens for its people, and keeps for as long as they belong to nobody else. */
@Injectable()
export class ProvisionedAccounts {
  constructor(
    private readonly accounts: ProvisionedAccountsRepository,
    private readonly vouched: VouchedAccounts,
    private readonly sessions: SessionsService,
    private readonly granted: GrantedAccess,
    private readonly outbox: Outbox,
  ) {}

  find(tx: Within, email: string): Promise<VouchedAccount | null> {
    return this.vouched.find(tx, email);
  }

  /** Null when the address has got an account meanwhile. */
  async open(tx: Within, account: { name: string; email: string }): Promise<VouchedAccount | null> {
    const opened = await this.vouched.open(tx, account);
    if (opened !== null) await this.accounts.note(tx, opened.id);
    return opened;
  }

  /** Whether this organization opened it, be the person a member elsewhere by now or not. */
  isOpenedHere(tx: Within, userId: UserId): Promise<boolean> {
    return this.accounts.isProvisioned(tx, userId);
  }

  /** Whether anybody has ever proved that its address is theirs; whoever opened it otherwise need not be who it names. */
  isProved(tx: Within, userId: UserId): Promise<boolean> {
    return this.accounts.isProved(tx, userId);
  }

  /**
   * For whoever comes to the organization by its address, who need not be who had it before: addresses are given to
   * namesakes. An account that belongs elsewhere too stays its owner's, with their keys.
   */
  async readmit(tx: Tx, userId: UserId): Promise<void> {
    const held = await this.accounts.hold(tx, userId);
    if (held !== null && (await this.accounts.isOwned(tx, userId)))
      await this.handOver(tx, userId, held.email);
  }

  /** False, and nothing is written, when the account is not the organization's to change. */
  async rename(tx: Tx, userId: UserId, name: string): Promise<boolean> {
    const held = await this.accounts.hold(tx, userId);
    if (held?.name === name) return true;
    if (!(await this.accounts.isOwned(tx, userId))) return false;
    await this.accounts.rename(tx, userId, name);
    tx.transaction.touch(memberTopic(userId));
    await this.outbox.append(tx, accountsEvents.renamed(userId, name));
    return true;
  }

  /** Another address is another mailbox. False as of `rename`. */
  async move(tx: Tx, userId: UserId, given: string): Promise<boolean> {
    const email = trimmedEmail(given);
    const held = await this.accounts.hold(tx, userId);
    if (held !== null && emailKey(held.email) === emailKey(email)) return true;
    if (!(await this.accounts.isOwned(tx, userId))) return false;
    await this.handOver(tx, userId, email);
    return true;
  }

  /**
   * Sessions, the password, links to set one, the second factor and identities at sign-in providers belong to whoever had
   * the mailbox before, and end. Otherwise an account could be given to somebody while its former owner keeps a key.
   */
  private async handOver(tx: Tx, userId: UserId, email: string): Promise<void> {
    await this.accounts.handOver(tx, userId, email);
    await this.sessions.endAll(tx, userId);
    await this.granted.endAll(tx, userId, 'mailbox');
    tx.transaction.touch(memberTopic(userId));
  }
}
