import { Injectable } from '@nestjs/common';
import type { GroupId, ItemId } from '../../../kernel/ids';
import { newId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { Database } from '../../../platform/database/database';
import { originOf } from '../../../platform/events/origin-of';
import { statement } from '../../../platform/database/statement';
import type { IndexRows } from '../../stored-values';
import type { BoardFacts } from '../../hierarchy';
import { itemsEvents } from '../items.events';

// Ranks are assigned row by row, in the order given. Index rows get them from there: a lookup among half a
// million items would cost an index descent each.
const APPEND = statement(
  'item-loads.append',
  `with given as materialized (
     select entry.*, keys.first + nextval('record_keys') as key, nextval('item_ranks')::numeric as rank
     from (select organization_first_key(p_organization => $1) as first offset 0) keys, (
       select * from unnest($5::text[], $6::text[], $20::bigint[], $7::integer[], $8::text[], $9::text[], $10::text[], $11::jsonb[],
         $12::text[])
         with ordinality as each (id, group_id, list, position, name, name_key, description, values, event_id, at)
       order by at) entry),
   added as (
     insert into items (organization_id, id, key, list, board_id, group_id, name, name_key, description, values, rank,
       created_by, created_at, updated_at)
     select $1, id, key, list, $2, group_id, name, name_key, description, values, rank, $3, $4, $4 from given),
   announced as (
     insert into outbox (id, organization_id, type, board_id, item_id, actor_id, data, occurred_at, origin)
     select given.event_id, $1, '${itemsEvents.created.name}', $2, given.id, $3,
       jsonb_build_object('name', given.name, 'description', given.description, 'groupId', given.group_id,
         'parentId', null, 'position', given.position, 'values', given.values, 'isImported', true), $4, $19
     from given order by given.rank)
   insert into item_values (column_key, item_key, lane, number_key, ordinal, rank, text_key, ref)
   select entry.column_key, given.key, given.list, entry.number_key, entry.ordinal, given.rank, entry.text_key, entry.ref
   from unnest($13::bigint[], $14::bigint[], $15::smallint[], $16::float8[], $17::text[], $18::text[])
     as entry (column_key, at, ordinal, number_key, text_key, ref)
   join given on given.at = entry.at`,
);

const LENGTHS = statement(
  'item-loads.lengths',
  `select groups.id as "groupId", sum(live)::float8 as length
   from groups join item_runs on item_runs.lane = groups.key and level = 2
   where groups.organization_id = $1 and groups.id = any ($2) group by groups.id`,
);

/** A top-level item to be created at the end of its group. */
export interface LoadedItem {
  id: ItemId;
  groupId: GroupId;
  /** The values as in the item's event. */
  position: number;
  name: string;
  nameKey: string;
  description: string | null;
  /** JSON text of stored values. */
  values: string;
  entries: IndexRows;
}

@Injectable()
export class ItemLoadsRepository {
  constructor(private readonly database: Database) {}

  /** Items with their index rows and events; counters follow. */
  async append(
    context: CallContext,
    board: BoardFacts,
    items: readonly LoadedItem[],
    at: Date,
  ): Promise<void> {
    await this.database.query(context, APPEND, [
      context.organizationId,
      board.id,
      context.principal.userId,
      at,
      items.map((item) => item.id),
      items.map((item) => item.groupId),
      items.map((item) => item.position),
      items.map((item) => item.name),
      items.map((item) => item.nameKey),
      items.map((item) => item.description),
      items.map((item) => item.values),
      items.map(() => newId('event')),
      items.flatMap(({ entries }) => entries.columnKeys),
      // Ordinality counts from 1.
      items.flatMap(({ entries }, at) => entries.columnKeys.map(() => at + 1)),
      items.flatMap(({ entries }) => entries.ordinals),
      items.flatMap(({ entries }) => entries.numberKeys),
      items.flatMap(({ entries }) => entries.textKeys),
      items.flatMap(({ entries }) => entries.refs),
      originOf(context),
      items.map((item) => board.groupsById.get(item.groupId)!.key),
    ]);
  }

  /** The number of items in each group; an empty one can be missing. */
  async lengths(context: CallContext, groupIds: readonly GroupId[]): Promise<Map<GroupId, number>> {
    const rows = await this.database.query<{ groupId: GroupId; length: number }>(context, LENGTHS, [
      context.organizationId,
      groupIds,
    ]);
    return new Map(rows.map(({ groupId, length }) => [groupId, length]));
  }
}
