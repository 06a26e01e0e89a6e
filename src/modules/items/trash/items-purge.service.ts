import { Injectable } from '@nestjs/common';
import type { BoardId, ItemId } from '../../../kernel/ids';
import { tombstoneEnd } from '../../../kernel/tombstone';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { ValueIndexService } from '../../stored-values';

const BATCH = 1_000;

// Newest first, so that most sub-items are deleted before their parents. The ids of processes with different clocks have no
// common order: the remaining sub-items of a batch belong to it, because a cascade would leave their index rows.
const NEXT = statement(
  'items.next-to-purge',
  `with newest as materialized (
     select id from items where organization_id = $1 and board_id = $2 order by id desc limit ${BATCH})
   select id from newest
   union
   select sub_item.id from newest
   cross join lateral (
     select id from items where organization_id = $1 and parent_id = newest.id) sub_item`,
);

const PURGE = statement(
  'items.purge-board',
  `with batch as (
     select id, key, list from items
     where organization_id = $1 and board_id = $2 and id = any ($3)),
   counters as (
     delete from item_runs where lane in (select list from batch union all select key from batch)),
   entries as (
     update trash_entries set tombstone_until = $4
     where organization_id = $1 and item_id in (select id from batch) and tombstone_until is null)
   delete from items using batch where items.organization_id = $1 and items.id = batch.id`,
);

// Groups that items have left have counters too.
const PURGE_COUNTERS = statement(
  'items.purge-counters-of-groups',
  `delete from item_runs where lane in (select key from groups where organization_id = $1 and board_id = $2)`,
);

/** Permanently deletes the items of a deleted board in batches, in the background. */
@Injectable()
export class ItemsPurgeService {
  constructor(
    private readonly database: Database,
    private readonly index: ValueIndexService,
  ) {}

  /** Returns the number of deleted items. */
  async purgeBoard(context: TenantContext, boardId: BoardId): Promise<number> {
    let purged = 0;
    for (;;) {
      const rows = await this.database.query<{ id: ItemId }>(context, NEXT, [
        context.organizationId,
        boardId,
      ]);
      if (rows.length === 0) break;
      const ids = rows.map(({ id }) => id);
      await this.index.removeItems(context, ids);
      await this.database.query(context, PURGE, [context.organizationId, boardId, ids, tombstoneEnd()]);
      purged += ids.length;
    }
    await this.database.query(context, PURGE_COUNTERS, [context.organizationId, boardId]);
    return purged;
  }
}
