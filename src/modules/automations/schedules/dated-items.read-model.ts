import { Injectable } from '@nestjs/common';
import type { BoardId, ItemId } from '../../../kernel/ids';
import { columnTypes } from '../../../column-types/types';
import { Database } from '../../../platform/database/database';
import { statement, statementFamily } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { ColumnFacts } from '../../hierarchy';
import type { DayBounds } from './local-time';

/** Items that fire at a time. */
const DATED_PAGE = 500;

// From one lane to the next with the index of values: as many steps as groups and parents, not as many as items. $4 and $5
// contain the other bounds. A day without a time is stored as midnight UTC and means that day in every zone.
export const BY_VALUE = statement(
  'automation-schedules.items-by-value',
  `with recursive lanes as (
     (select lane from item_values
      where column_key = $2::bigint and number_key is not null and lane > 0
      order by lane limit 1)
     union all
     select following.lane from lanes cross join lateral (
       select lane from item_values
       where column_key = $2 and number_key is not null and lane > lanes.lane
       order by lane limit 1) as following)
   select item.id
   from lanes cross join lateral (
     select item_key from item_values
     where column_key = $2 and lane = lanes.lane
       and number_key >= $4::float8 and number_key < $5::float8
       and case when $10::boolean and number_key::bigint % 86400000 = 0 then number_key >= $8 and number_key < $9
         else number_key >= $6 and number_key < $7 end) as dated
   join items item on item.organization_id = $1 and item.key = dated.item_key
   where item.id > $3
   order by item.id limit ${DATED_PAGE}`,
);

/** Items that a statement examines at a time, whether or not they are due. */
export const TIME_WINDOW = 2_000;

// Through the board once for each day, in windows: times of the items themselves are not values, and an index of them would cost
// every write of an item.
export const BY_TIME = statementFamily(
  'automation-schedules.items-by-time',
  (field: 'created_at' | 'updated_at') => `with examined as materialized (
     select id, archived_at is null and trashed_at is null and ${field} >= $4 and ${field} < $5 as "isDue"
     from items where organization_id = $1 and board_id = $2 and id > $3
     order by id limit ${TIME_WINDOW}),
   due as materialized (select id from examined where "isDue" order by id limit ${DATED_PAGE})
   select array(select id from due order by id) as ids,
     case when (select count(*) from due) = ${DATED_PAGE} then (select max(id) from due)
       when (select count(*) from examined) = ${TIME_WINDOW} then (select max(id) from examined) end as after`,
);

/** Some items of a day. */
export interface DatedItems {
  ids: ItemId[];
  /** The item after which the others come; null when there are none. */
  after: ItemId | null;
}

/** Items by the day of a date. */
@Injectable()
export class DatedItemsReadModel {
  constructor(private readonly database: Database) {}

  /** The next items with a date on a day, after an item in the order of their ids; neither archived nor in Trash. */
  async page(
    context: TenantContext,
    { boardId, column }: { boardId: BoardId; column: ColumnFacts },
    { local, utc }: DayBounds,
    after: ItemId | null,
  ): Promise<DatedItems> {
    const { organizationId } = context;
    const type = columnTypes[column.type];
    const { by } = type.sortOrder(column.config);
    if (by === 'createdAt' || by === 'updatedAt') {
      const text = BY_TIME(by === 'createdAt' ? 'created_at' : 'updated_at');
      const values = [organizationId, boardId, after ?? '', new Date(local.from), new Date(local.to)];
      const [page] = await this.database.query<DatedItems>(context, text, values);
      return page!;
    }
    const holdsDays = type.holdsDays?.(column.config) ?? false;
    const range = [Math.min(local.from, utc.from), Math.max(local.to, utc.to)];
    const exact = [local.from, local.to, utc.from, utc.to];
    const values = [organizationId, column.key, after ?? '', ...range, ...exact, holdsDays];
    const rows = await this.database.query<{ id: ItemId }>(context, BY_VALUE, values);
    const ids = rows.map(({ id }) => id);
    return { ids, after: ids.length === DATED_PAGE ? ids.at(-1)! : null };
  }
}
