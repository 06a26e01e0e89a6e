import { Injectable } from '@nestjs/common';
import { ID_PREFIXES, type ItemId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { POSITION, POSITION_JOINS } from './move/item-position';
import { ITEM_FIELDS, type ItemRecord } from './item.record';
import type { SubItemRecord } from './items.presenter';

/** The maximum number of sub-items in items.get; items.list with parentId pages through all. */
const SUB_ITEMS_SHOWN = 500;

/** Formats timestamps as the wire does: the driver does not convert timestamps inside JSON. */
const ISO = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

export const GET = statement(
  'items.get',
  `select ${ITEM_FIELDS}, ${POSITION},
     (select json_agg(sub) from (
        select id, name, values::text as values, to_char(created_at, ${ISO}) as "createdAt",
          to_char(updated_at, ${ISO}) as "updatedAt"
        from items sub_items
        where sub_items.lane = item.key
        order by rank limit ${SUB_ITEMS_SHOWN}) sub) as "subItems",
     (select coalesce(sum(count), 0)::int from comment_counts
      where organization_id = $1 and item_id = $2) as "commentCount",
     (select count(*)::int from (
        select ref from item_values where item_key = item.key and ref ^@ '${ID_PREFIXES.file}_'
        union
        select file_id from file_attachments where organization_id = $1 and item_id = $2) as files) as "fileCount"
   from items item ${POSITION_JOINS}
   where item.organization_id = $1 and item.id = $2 and item.trashed_at is null`,
);

// Item by item: a join that was planned for an empty table would read all items of the organization (decision 0154).
export const RECORDS = statement(
  'items.records',
  `select ${ITEM_FIELDS}, ${POSITION}
   from unnest($2::text[]) with ordinality as asked (id, at)
   cross join lateral (select * from items where organization_id = $1 and id = asked.id limit 1) as item ${POSITION_JOINS}
   where item.trashed_at is null
   order by asked.at`,
);

export interface ItemWithSubItems extends ItemRecord {
  subItems: SubItemRecord[] | null;
  /** Replies included. */
  commentCount: number;
  /** Different files in cells and comments. */
  fileCount: number;
}

@Injectable()
export class ItemsReadModel {
  constructor(private readonly database: Database) {}

  /** One item with its sub-items; null when there is none or it is in Trash. */
  async get(context: TenantContext, id: ItemId): Promise<ItemWithSubItems | null> {
    const [row] = await this.database.lookup<ItemWithSubItems>(context, GET, [context.organizationId, id]);
    return row ?? null;
  }

  /** Items in the order of the ids; missing and trashed ones are left out. */
  records(context: TenantContext, ids: readonly ItemId[]): Promise<ItemRecord[]> {
    return this.database.query<ItemRecord>(context, RECORDS, [context.organizationId, ids]);
  }
}
