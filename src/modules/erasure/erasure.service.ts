import { Injectable } from '@nestjs/common';
import { emailKey } from '../../kernel/email-key';
import type { UserId } from '../../kernel/ids';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { AuditErasureService } from '../audit';
import { emailPattern, type ErasedPerson, type ErasedRows, isAddress } from './erased-person';
import { ErasureRepository } from './erasure.repository';
import { ACCOUNT_TABLES, PERSONAL_COLUMNS, SIGN_IN_TABLES } from './personal-columns';

type Tx = InTransaction<DatabaseContext>;

/** Erases names and addresses of people from the database. Ids and what people wrote remain. */
@Injectable()
export class ErasureService {
  constructor(
    private readonly rows: ErasureRepository,
    private readonly audit: AuditErasureService,
  ) {}

  /** No provider, link or directory signs in to the account any more. */
  async endSignIn(tx: Tx, userId: UserId): Promise<void> {
    for (const table of SIGN_IN_TABLES) await this.rows.forget(tx, table, userId);
  }

  /**
   * Erases all copies; the row of the account was changed before. Takes up to minutes: reads the events of all organizations
   * that know the person. Returns the tables that contained some. A service account has no address, so that only its name is
   * erased.
   */
  async erase(tx: Tx, { userId, emails, names }: ErasedPerson): Promise<ErasedRows> {
    await this.rows.allowLong(tx);
    const erased: ErasedRows = new Map();
    const count = async (table: string, rows: Promise<number>) => {
      const sum = (erased.get(table) ?? 0) + (await rows);
      if (sum > 0) erased.set(table, sum);
    };
    const addresses = emails.filter(isAddress);
    const keys = addresses.map(emailKey);
    const patterns = addresses.map(emailPattern);
    const organizations = await this.rows.organizations(tx, userId, keys);
    const earlier = userId === null ? [] : await this.rows.earlierNames(tx, organizations, userId);
    const allNames = [...new Set([...names, ...earlier])].filter((name) => name !== '');
    for (const organizationId of organizations) {
      for (const column of PERSONAL_COLUMNS) {
        for (const pattern of patterns)
          await count(column[0], this.rows.replaceEmail(tx, organizationId, column, { pattern, userId }));
        if (userId === null) continue;
        for (const name of allNames)
          await count(column[0], this.rows.replaceName(tx, organizationId, column, { name, userId }));
      }
    }
    await count('invitations', this.rows.invitations(tx, keys));
    await count('invitation_mails', this.rows.invitationMails(tx, keys));
    for (const pattern of patterns) {
      await count('idempotency_keys', this.rows.repeatedAnswers(tx, pattern));
      await count('jobs', this.rows.jobs(tx, pattern));
    }
    if (userId !== null)
      for (const table of ACCOUNT_TABLES) await count(table, this.rows.forget(tx, table, userId));
    // Last, because the lock of the chains is taken until the transaction ends.
    for (const organizationId of organizations)
      await count(
        'audit_entries',
        this.audit.erase({ ...tx, organizationId }, { userId, names: allNames, patterns }),
      );
    return erased;
  }
}
