import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { CredentialRevocation } from '../../../access/credential-revocation';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import type { CausedContext } from '../../../platform/events/origin-of';
import { Outbox } from '../../../platform/events/outbox';
import { DELETED_NAME, ErasureService } from '../../erasure';
import { memberTopic } from '../../hierarchy';
import { DeparturesService } from '../../members';
import { accountsEvents } from '../accounts.events';
import { SessionsService } from '../sessions/sessions.service';
import { type ClosedAccount, ClosedAccountsRepository } from './closed-accounts.repository';

type Tx = InTransaction<
  DatabaseContext & CausedContext & { readonly person: { readonly userId: UserId | null } }
>;

/** Deletes accounts: all access and all memberships end, and the name and the address are replaced everywhere they are read. */
@Injectable()
export class AccountClosingService {
  constructor(
    private readonly accounts: ClosedAccountsRepository,
    private readonly departures: DeparturesService,
    private readonly sessions: SessionsService,
    private readonly granted: CredentialRevocation,
    private readonly erasure: ErasureService,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Null if the account is deleted already. Throws OwnerCannotBeDeleted for the owner of an organization. The copies of the name and
   * the address, such as in the audit log, remain until they are erased.
   */
  async close(tx: Tx, userId: UserId): Promise<ClosedAccount | null> {
    // Before the memberships: the events of their end do not contain the name.
    const closed = await this.accounts.close(tx, userId);
    if (closed === null) return null;
    await this.departures.leaveAll(tx, userId);
    await this.sessions.endAll(tx, userId);
    await this.granted.endAll(tx, userId, 'mailbox');
    await this.erasure.endSignIn(tx, userId);
    await this.publishName(tx, userId, DELETED_NAME);
    return closed;
  }

  /** False if the account cannot be restored any more. Memberships do not return. */
  async reopen(tx: Tx, account: ClosedAccount): Promise<boolean> {
    if (!(await this.accounts.reopen(tx, account))) return false;
    await this.publishName(tx, account.userId, account.name);
    return true;
  }

  /** The cells of items are sorted by the name. */
  private async publishName(tx: Tx, userId: UserId, name: string): Promise<void> {
    tx.transaction.invalidate(memberTopic(userId));
    for (const organizationId of await this.departures.formerOrganizations(tx, userId))
      await this.outbox.append({ ...tx, organizationId }, accountsEvents.renamed.create({ userId, name }));
  }
}
