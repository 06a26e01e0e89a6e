import { Injectable } from '@nestjs/common';
import { emailKey, trimmedEmail } from '../../kernel/email-key';
import type { OrganizationId, UserId } from '../../kernel/ids';
import { GrantedAccess } from '../../access/granted-access';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { Outbox } from '../../platform/jobs/outbox';
import { memberTopic } from '../hierarchy';
import { EmailTaken } from './accounts.errors';
import { accountsEvents } from './accounts.events';
import { ProvisionedAccountsRepository } from './provisioned-accounts.repository';
import { SessionsService } from './sessions.service';
import { type VouchedAccount, VouchedAccounts } from './vouched-accounts.service';

type Tx = InTransaction<
  DatabaseContext & {
    readonly organizationId: OrganizationId;
    readonly person: { readonly userId: string | null };
  }
>;

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

  find(tx: Tx, email: string): Promise<VouchedAccount | null> {
    return this.vouched.find(tx, email);
  }

  async open(tx: Tx, account: { name: string; email: string }): Promise<VouchedAccount> {
    const opened = await this.vouched.open(tx, account);
    if (opened === null) throw new EmailTaken();
    await this.accounts.note(tx, opened.id);
    return opened;
  }

  /** Whether this organization opened it, be the person a member elsewhere by now or not. */
  isOpenedHere(tx: Tx, userId: UserId): Promise<boolean> {
    return this.accounts.isProvisioned(tx, userId);
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

  /**
   * Another address is another mailbox: sessions, the password and links to set one belong to whoever had the old one, and
   * end. Otherwise an account could be given to somebody while its former owner keeps the key. False as of `rename`.
   */
  async move(tx: Tx, userId: UserId, given: string): Promise<boolean> {
    const email = trimmedEmail(given);
    const held = await this.accounts.hold(tx, userId);
    if (held !== null && emailKey(held.email) === emailKey(email)) return true;
    if (!(await this.accounts.isOwned(tx, userId))) return false;
    await this.accounts.move(tx, userId, email);
    await this.sessions.endAll(tx, userId);
    await this.granted.endAll(tx, userId);
    tx.transaction.touch(memberTopic(userId));
    return true;
  }
}
