import { Injectable } from '@nestjs/common';
import { operatorActor, operatorContext } from '../../../access/audit/operator';
import { AuditTrail } from '../../../access/audit/audit-trail';
import type { UserId } from '../../../kernel/ids';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { type ErasedRows, ErasureService } from '../../erasure';
import { emailKey } from '../profile/email-address';
import { UsersRepository } from '../users.repository';
import { AccountClosingService } from './account-closing.service';

export interface PersonErasure {
  /** Null for an address without an account, such as one that was only invited. */
  userId: UserId | null;
  rows: ErasedRows;
}

/** Ends the transaction of a dry run without a change. */
class OnlyCounted extends Error {
  constructor(readonly erasure: PersonErasure) {
    super('a dry run changes nothing');
  }
}

/** Erases people at once, for the operator of the installation. */
@Injectable()
export class PersonErasureService {
  constructor(
    private readonly users: UsersRepository,
    private readonly closing: AccountClosingService,
    private readonly erasure: ErasureService,
    private readonly transactions: TransactionRunner,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Deletes the account of the address in all organizations, and erases its user. Nothing can be restored, and no one is notified.
   * A dry run counts the rows and changes nothing. Throws OwnerCannotBeDeleted for the owner of an organization.
   */
  async erase(email: string, { isDryRun }: { isDryRun: boolean }): Promise<PersonErasure> {
    const context = { ...operatorContext(), person: { userId: null } };
    try {
      return await this.transactions.run(context, async (tx) => {
        const account = await this.users.findByEmail(tx, emailKey(email));
        const userId = account?.id ?? null;
        if (userId !== null) {
          await this.trail.recordEverywhere(tx, operatorActor(userId), {
            action: 'auth.deleteAccount',
            outcome: 'success',
            target: userId,
          });
          await this.closing.close(tx, userId);
        }
        const person = account ?? { email, name: null };
        const rows = await this.erasure.erase(tx, {
          userId,
          emails: [person.email],
          names: person.name === null ? [] : [person.name],
        });
        const erasure = { userId, rows };
        if (isDryRun) throw new OnlyCounted(erasure);
        return erasure;
      });
    } catch (thrown) {
      if (thrown instanceof OnlyCounted) return thrown.erasure;
      throw thrown;
    }
  }
}
