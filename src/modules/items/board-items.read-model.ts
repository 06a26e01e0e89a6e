import { Injectable } from '@nestjs/common';
import type { GroupId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import { ITEM_FIELDS, type ItemRecord } from './item.record';

/** Rows of a batch: what is in memory at once, whatever the size of the board. */
const BATCH = 250;

// Lane by lane ($2), from a rank of the first one ($3) on: an index range that ends after a batch. Its rows are fetched
// one by one; joined as a set, a board of some thousand items would be read whole for each batch.
export const WALK_LANES = statement(
  'items.walk-lanes',
  `select ${ITEM_FIELDS}, page.lane::int as lane, page.rank::text as rank, 0::float8 as position
   from (
     select lanes.at as lane, found.id, found.rank
     from unnest($2::text[]) with ordinality as lanes (lane, at)
     cross join lateral (
       select id, rank from items
       where organization_id = $1 and items.lane = lanes.lane
         and rank > case when lanes.at = 1 then $3::numeric else '-infinity' end
       order by rank limit ${BATCH}) found
     order by lanes.at, found.rank limit ${BATCH}) page
   cross join lateral (select * from items where organization_id = $1 and id = page.id offset 0) item
   order by page.lane, page.rank`,
);

type LaneRow = ItemRecord & { lane: number; rank: string };

/** The live items of a board one after the other, for whoever reads them all. */
@Injectable()
export class BoardItemsReadModel {
  constructor(private readonly database: Database) {}

  /**
   * Board order: groups in theirs, items by position, each with its sub-items behind it. A batch is asked for when the
   * one before it is done with; each is a statement of its own, so that nothing waits for a slow reader.
   */
  async *inBoardOrder(context: CallContext, groupIds: readonly GroupId[]): AsyncGenerator<ItemRecord[]> {
    for await (const items of this.walk(context, groupIds)) {
      const subItems = this.walk(
        context,
        items.map(({ id }) => id),
      );
      let batch: ItemRecord[] = [];
      let waiting = items;
      for await (const subs of subItems) {
        for (const sub of subs) {
          const upTo = waiting.findIndex(({ id }) => id === sub.parentId);
          batch.push(...waiting.slice(0, upTo + 1), sub);
          waiting = waiting.slice(upTo + 1);
        }
        yield batch;
        batch = [];
      }
      yield [...batch, ...waiting];
    }
  }

  /** Each lane's items in order, with their positions in it. */
  private async *walk(context: CallContext, lanes: readonly string[]): AsyncGenerator<LaneRow[]> {
    let left = lanes;
    let rank = '-Infinity';
    let position = 0;
    while (left.length > 0) {
      const rows = await this.database.query<LaneRow>(context, WALK_LANES, [
        context.organizationId,
        left,
        rank,
      ]);
      let lane = 1;
      for (const row of rows) {
        if (row.lane !== lane) [lane, position] = [row.lane, 0];
        row.position = position;
        position += 1;
      }
      if (rows.length > 0) yield rows;
      const last = rows.at(-1);
      if (rows.length < BATCH || !last) return;
      left = left.slice(last.lane - 1);
      rank = last.rank;
    }
  }
}
