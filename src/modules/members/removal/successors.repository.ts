import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';

// The first successor who is a member ends the chain. The lock lets the next removal wait, whose own work then finds what this one gave.
const LOCK = statement(
  'members.lock-successor',
  `with recursive heir (user_id) as (
     select $2::text collate "C"
     union
     select former.successor_id from heir
     join former_members former on former.organization_id = $1 and former.user_id = heir.user_id
     where former.successor_id is not null
       and not exists (select from members where organization_id = $1 and user_id = heir.user_id))
   select member.user_id as id from heir
   join members member on member.organization_id = $1 and member.user_id = heir.user_id
   for key share of member`,
);

/** Who takes over from members that were removed. */
@Injectable()
export class SuccessorsRepository {
  constructor(private readonly database: Database) {}

  /**
   * The successor, or theirs where they were removed meanwhile, a member until the transaction ends; null where the chain
   * ends with someone who left without one.
   */
  async lock(tx: InTransaction<TenantContext>, successorId: UserId): Promise<UserId | null> {
    // A removal that was waited for leaves no one; asked again, it is known who comes after.
    return (await this.find(tx, successorId)) ?? (await this.find(tx, successorId));
  }

  private async find(tx: InTransaction<TenantContext>, successorId: UserId): Promise<UserId | null> {
    const [row] = await this.database.query<{ id: UserId }>(tx, LOCK, [tx.organizationId, successorId]);
    return row?.id ?? null;
  }
}
