import { Injectable } from '@nestjs/common';
import type { BoardId } from '../../kernel/ids';
import { tombstoneEnd } from '../../kernel/tombstone';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';

const BATCH = 1_000;

// Newest first: sub-items, which are always younger, go before their parents, and the index gives that order.
const PURGE = statement(
  'items.purge-board',
  `with batch as (
     select id, coalesce(parent_id, group_id) as list from items
     where organization_id = $1 and board_id = $2
     order by id desc limit ${BATCH}),
   index_rows as (
     delete from item_values where organization_id = $1 and item_id in (select id from batch)),
   counters as (
     delete from item_runs where organization_id = $1 and lane in (select list from batch)),
   entries as (
     update trash_entries set tombstone_until = $3
     where organization_id = $1 and item_id in (select id from batch) and tombstone_until is null)
   delete from items using batch where items.organization_id = $1 and items.id = batch.id
   returning items.id`,
);

/** Removes the items of a deleted board for good, a batch at a time; runs in the background. */
@Injectable()
export class ItemsPurge {
  constructor(private readonly database: Database) {}

  /** Answers how many items there were. */
  async purgeBoard(context: TenantContext, boardId: BoardId): Promise<number> {
    let purged = 0;
    for (;;) {
      const rows = await this.database.query(context, PURGE, [
        context.organizationId,
        boardId,
        tombstoneEnd(),
      ]);
      purged += rows.length;
      if (rows.length === 0) return purged;
    }
  }
}
