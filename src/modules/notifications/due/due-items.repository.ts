import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId, ItemId, OrganizationId, UserId } from '../../../kernel/ids';
import type { RecordKey } from '../../../kernel/record-key';
import type { StoredValue } from '../../../column-types/column-type';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { isKeyOf } from '../../../platform/database/is-key-of';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';

const USERS_READ = 100;
/** Assignments of a user that are read at a time. */
const ASSIGNMENTS_READ = 1_000;

const WANTS_DUE = `preference.kind = 'due' and (preference.in_app or preference.email)`;

const ORGANIZATIONS = statement(
  'notifications.due-organizations',
  `select organization.id, organization.timezone as "timeZone", last.day
   from organizations organization
   left join notification_due_days last on last.organization_id = organization.id
   where organization.deleted_at is null and exists (
     select from notification_preferences preference
     where preference.organization_id = organization.id and ${WANTS_DUE})`,
);

// A concurrent second transaction finds the day recorded.
const TAKE = statement(
  'notifications.take-due-day',
  `insert into notification_due_days as last (organization_id, day) values ($1, $2)
   on conflict (organization_id) do update set day = excluded.day where last.day < excluded.day
   returning day`,
);

const USERS = statement(
  'notifications.due-users',
  `select preference.user_id as id from notification_preferences preference
   where preference.organization_id = $1 and ${WANTS_DUE} and preference.user_id > $2
   order by preference.user_id limit ${USERS_READ}`,
);

/**
 * The items of some assignments of a user that have a date around the day. Numbers can look like dates, so the caller reads
 * the values with the columns of the board.
 */
export const DUE_ITEMS = statement(
  'notifications.due-items',
  `with assigned as materialized (
     select column_key, item_key from item_values
     where ${isKeyOf('column_key', '$1')} and ref = $2 and (column_key, item_key) > ($3::bigint, $4::bigint)
     order by column_key, item_key limit ${ASSIGNMENTS_READ}
   )
   select last.column_key as "columnKey", last.item_key as "itemKey", (
     select coalesce(json_agg(json_build_object('id', item.id, 'boardId', item.board_id, 'values', item.values)), '[]')
     from (select distinct item_key from assigned) each
     join items item on item.organization_id = $1 and item.key = each.item_key
       and item.trashed_at is null and item.archived_at is null
     where exists (
       select from item_values dated
       where dated.item_key = each.item_key
         and dated.number_key >= $5 and dated.number_key < $6)) as items
   from (select * from assigned order by column_key desc, item_key desc limit 1) last`,
);

/** An organization in which a user wants to be notified of what is due. */
export interface DueOrganization {
  id: OrganizationId;
  timeZone: string;
  /** The last day that was notified; null before the first. */
  day: string | null;
}

export interface DatedItem {
  id: ItemId;
  boardId: BoardId;
  values: Record<ColumnId, StoredValue>;
}

/** A page of assignments; its place is the start of the next one. */
export interface DatedItems {
  columnKey: RecordKey;
  itemKey: RecordKey;
  items: DatedItem[];
}

@Injectable()
export class DueItemsRepository {
  constructor(private readonly database: Database) {}

  organizations(): Promise<DueOrganization[]> {
    return this.database.query<DueOrganization>(NO_TRANSACTION, ORGANIZATIONS, []);
  }

  /** False when the day or a later one was recorded already. */
  async take(tx: InTransaction<TenantContext>, day: string): Promise<boolean> {
    return (await this.database.query(tx, TAKE, [tx.organizationId, day])).length > 0;
  }

  /** The next users who want to be notified of what is due; empty after the last. */
  async users(context: TenantContext, after: UserId | ''): Promise<UserId[]> {
    const values = [context.organizationId, after];
    const rows = await this.database.query<{ id: UserId }>(context, USERS, values);
    return rows.map(({ id }) => id);
  }

  /** The next assignments of a user after a place; undefined after the last. */
  async assigned(
    context: TenantContext,
    userId: UserId,
    { columnKey, itemKey }: { columnKey: RecordKey; itemKey: RecordKey },
    { from, to }: { from: number; to: number },
  ): Promise<DatedItems | undefined> {
    const values = [context.organizationId, userId, columnKey, itemKey, from, to];
    const [row] = await this.database.query<DatedItems>(context, DUE_ITEMS, values);
    return row;
  }
}
