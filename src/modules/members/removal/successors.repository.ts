import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';

// The first successor in the chain who is still a member. The lock makes a concurrent removal of that member wait, and
// its own job then finds what this one assigned.
const LOCK = statement(
  'members.lock-successor',
  `with recursive successor (user_id) as (
     select $2::text collate "C"
     union
     select former.successor_id from successor
     join former_members former on former.organization_id = $1 and former.user_id = successor.user_id
     where former.successor_id is not null
       and not exists (select from members where organization_id = $1 and user_id = successor.user_id))
   select member.user_id as id from successor
   join members member on member.organization_id = $1 and member.user_id = successor.user_id
   for key share of member`,
);

/** Finds the successors of removed members. */
@Injectable()
export class SuccessorsRepository {
  constructor(private readonly database: Database) {}

  /**
   * The successor, or the successor's successor if the first was removed since; locked as a member until the
   * transaction ends. Null if the chain ends with a member who was removed without a successor.
   */
  async lock(tx: InTransaction<TenantContext>, successorId: UserId): Promise<UserId | null> {
    // If the statement waited for a concurrent removal, it returns no row; the second call finds the next successor.
    return (await this.find(tx, successorId)) ?? (await this.find(tx, successorId));
  }

  private async find(tx: InTransaction<TenantContext>, successorId: UserId): Promise<UserId | null> {
    const [row] = await this.database.query<{ id: UserId }>(tx, LOCK, [tx.organizationId, successorId]);
    return row?.id ?? null;
  }
}
