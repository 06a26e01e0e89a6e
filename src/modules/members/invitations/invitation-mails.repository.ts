import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { InvitationMailEntity } from './invitation-mail.entity';

/** The window in which mails are counted. */
export const MAIL_WINDOW_MS = 24 * 3_600_000;

// Counts the mails of the organization, those of the organization to the address, and those of all organizations to the
// address.
const COUNTS = statement(
  'invitation-mails.counts',
  `select
     (select count(*)::int from invitation_mails where organization_id = $1 and sent_at > $3) as sent,
     (select count(*)::int from invitation_mails
      where organization_id = $1 and email_key = $2 and sent_at > $3) as "toOne",
     (select count(*)::int from invitation_mails where email_key = $2 and sent_at > $3) as "toOneByAll"`,
);

const REMOVE_OLD = statement(
  'invitation-mails.remove-old',
  `delete from invitation_mails
   where ctid = any (array(select ctid from invitation_mails where sent_at <= $1 limit 1000)) returning 1`,
);

export interface MailCounts {
  sent: number;
  toOne: number;
  toOneByAll: number;
}

@Injectable()
export class InvitationMailsRepository {
  constructor(private readonly database: Database) {}

  async counts(tx: InTransaction<TenantContext>, emailKey: string): Promise<MailCounts> {
    const since = new Date(clock.nowMs() - MAIL_WINDOW_MS);
    const [row] = await this.database.query<MailCounts>(tx, COUNTS, [tx.organizationId, emailKey, since]);
    return row!;
  }

  async add(tx: InTransaction<TenantContext>, emailKey: string): Promise<void> {
    const { organizationId } = tx;
    await this.database
      .repository(tx, InvitationMailEntity)
      .insert({ organizationId, emailKey, sentAt: clock.now() });
  }

  /** Deletes a batch of mails that no longer count; returns how many. */
  async removeOld(): Promise<number> {
    const before = new Date(clock.nowMs() - MAIL_WINDOW_MS);
    return (await this.database.query(NO_TRANSACTION, REMOVE_OLD, [before])).length;
  }
}
