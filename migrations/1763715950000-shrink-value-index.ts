import type { MigrationInterface, QueryRunner } from 'typeorm';
import { functionText } from '../src/platform/database/migrations/function-files';

const FUNCTIONS = [
  'organization_first_key',
  'record_key_next',
  'record_key_assign',
  'group_lane',
  'item_list_assign',
] as const;

const INDEXES_OF_LANES = `
  create index items_lane_rank_idx on items (lane, rank, key) where lane is not null;
  create index items_lane_name_idx on items (lane, name_key, rank, key) where lane is not null;
  create index items_lane_created_at_idx on items (lane, created_at, rank, key) where lane is not null;
  create index items_lane_created_by_idx on items (lane, created_by, rank, key) where lane is not null;
`;

const keysOf = (table: 'groups' | 'columns') => `
  alter table ${table} add key bigint;
  update ${table} set key = (organization.number << 40) + nextval('record_keys')
  from organizations organization where organization.id = ${table}.organization_id;
  alter table ${table} alter key set not null;
  create unique index ${table}_key_idx on ${table} (key);
  create trigger ${table}_key before insert or update of key on ${table}
    for each row execute function record_key_assign();
`;

/** Integer keys for groups, columns and items, for the index of values and for the counters of lists (decision 0101). */
export class ShrinkValueIndex1763715950000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const name of FUNCTIONS) await queryRunner.query(functionText(name));
    await queryRunner.query(`
      -- The lower 40 bits of a key; the bits above contain the number of the organization.
      create sequence record_keys cache 32;
      alter table organizations add number bigint generated always as identity;
      create unique index organizations_number_idx on organizations (number);

      ${keysOf('groups')}
      ${keysOf('columns')}

      drop index items_lane_rank_idx, items_lane_name_idx, items_lane_created_at_idx, items_lane_created_by_idx;
      alter table items drop lane, add key bigint, add list bigint;
      update items set key = (organization.number << 40) + nextval('record_keys')
      from organizations organization where organization.id = items.organization_id;
      -- The group of an item in Trash can be deleted. Such an item gets a list without items.
      update items set list = coalesce(
        (select parent.key from items parent
         where parent.organization_id = items.organization_id and parent.id = items.parent_id),
        (select key from groups where groups.organization_id = items.organization_id and groups.id = items.group_id),
        (select number << 40 from organizations where organizations.id = items.organization_id));
      alter table items alter key set not null, alter list set not null,
        add check (key >> 40 = list >> 40),
        -- The lane of archived items is the negative of the list.
        add lane bigint generated always as (
          case when trashed_at is not null then null when archived_at is not null then -list else list end) stored;
      create unique index items_key_idx on items (key);
      ${INDEXES_OF_LANES}
      create trigger items_key before insert on items
        for each row when (new.key is null) execute function record_key_assign();
      create trigger items_key_is_kept before update of key on items
        for each row execute function record_key_assign();
      -- After items_key in the order of names, which is the order in which triggers fire.
      create trigger items_list before insert on items
        for each row when (new.list is null) execute function item_list_assign();
      create trigger items_list_of_group before update of group_id on items
        for each row when (new.parent_id is null and new.group_id <> old.group_id) execute function item_list_assign();

      -- The index of items.values, written with it and never read for display. It has no foreign keys: each would cost
      -- a look-up per row at every creation, and the statements that change items create and delete these rows. The check
      -- rejects a column of another organization.
      create table item_values_by_key (
        column_key bigint not null,
        item_key bigint not null,
        lane bigint,
        number_key double precision,
        -- Row 0 has the sort key; further rows contain only the other references of a value with several.
        ordinal smallint not null,
        rank numeric not null,
        text_key text collate "C",
        ref text collate "C",
        check (column_key >> 40 = item_key >> 40)
      -- Leaves space for the next version of a row on the same page.
      ) with (fillfactor = 85);
      insert into item_values_by_key (column_key, item_key, lane, number_key, ordinal, rank, text_key, ref)
      select columns.key, items.key, items.lane, entry.number_key, entry.ordinal, items.rank, entry.text_key, entry.ref
      from item_values entry
      join columns on columns.organization_id = entry.organization_id and columns.id = entry.column_id
      join items on items.organization_id = entry.organization_id and items.id = entry.item_id;
      drop table item_values;
      alter table item_values_by_key rename to item_values;
      alter table item_values rename constraint item_values_by_key_check to item_values_check;
      -- The rows of an item are adjacent: they are created, moved and deleted together.
      alter table item_values add primary key (item_key, column_key, ordinal);
      create index item_values_number_key_idx on item_values (column_key, lane, number_key, rank, item_key)
        where number_key is not null and lane is not null;
      create index item_values_text_key_idx on item_values (column_key, lane, text_key, rank, item_key)
        where text_key is not null and lane is not null;
      create index item_values_ref_idx on item_values (ref, column_key, item_key) where ref is not null;

      alter table item_runs rename to item_runs_by_id;
      alter index item_runs_pkey rename to item_runs_by_id_pkey;
      create table item_runs (
        lane bigint not null,
        level smallint not null,
        -- The process id of the connection that created the row; 0 is maintenance.
        writer integer not null,
        live integer not null,
        end_rank numeric not null,
        primary key (lane, level, end_rank, writer)
      ) with (fillfactor = 50);
      insert into item_runs (lane, level, writer, live, end_rank)
      select list.key, run.level, run.writer, run.live, run.end_rank
      from item_runs_by_id run
      join (
        select organization_id, id, key from groups
        union all
        select organization_id, id, key from items) list
        on list.organization_id = run.organization_id and list.id = run.lane;
      drop table item_runs_by_id;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table item_runs rename to item_runs_by_key;
      alter index item_runs_pkey rename to item_runs_by_key_pkey;
      create table item_runs (
        organization_id text collate "C" not null,
        lane text collate "C" not null,
        level smallint not null,
        end_rank numeric not null,
        writer integer not null,
        live integer not null,
        primary key (organization_id, lane, level, end_rank, writer)
      ) with (fillfactor = 50);
      insert into item_runs (organization_id, lane, level, end_rank, writer, live)
      select list.organization_id, list.id, run.level, run.end_rank, run.writer, run.live
      from item_runs_by_key run
      join (
        select organization_id, id, key from groups
        union all
        select organization_id, id, key from items) list on list.key = run.lane;
      drop table item_runs_by_key;

      create table item_values_by_id (
        organization_id text collate "C" not null,
        column_id text collate "C" not null,
        item_id text collate "C" not null,
        ordinal smallint not null,
        lane text collate "C",
        rank numeric not null,
        number_key double precision,
        text_key text collate "C",
        ref text collate "C"
      ) with (fillfactor = 85);
      insert into item_values_by_id
      select items.organization_id, columns.id, items.id, entry.ordinal,
        case when items.trashed_at is not null then null
          when items.archived_at is not null then 'archived:' || coalesce(items.parent_id, items.group_id)
          else coalesce(items.parent_id, items.group_id) end,
        entry.rank, entry.number_key, entry.text_key, entry.ref
      from item_values entry
      join columns on columns.key = entry.column_key
      join items on items.key = entry.item_key;
      drop table item_values;
      alter table item_values_by_id rename to item_values;
      alter table item_values add primary key (organization_id, item_id, column_id, ordinal);
      create index item_values_number_key_idx on item_values (organization_id, column_id, lane, number_key, rank, item_id)
        where number_key is not null and lane is not null;
      create index item_values_text_key_idx on item_values (organization_id, column_id, lane, text_key, rank, item_id)
        where text_key is not null and lane is not null;
      create index item_values_ref_idx on item_values (organization_id, ref, column_id, item_id) where ref is not null;

      drop trigger items_key on items;
      drop trigger items_key_is_kept on items;
      drop trigger items_list on items;
      drop trigger items_list_of_group on items;
      drop index items_lane_rank_idx, items_lane_name_idx, items_lane_created_at_idx, items_lane_created_by_idx;
      alter table items drop lane, drop list, drop key,
        add lane text collate "C" generated always as (
          case
            when trashed_at is not null then null
            when archived_at is not null then 'archived:' || coalesce(parent_id, group_id)
            else coalesce(parent_id, group_id)
          end) stored;
      create index items_lane_rank_idx on items (organization_id, lane, rank, id) where lane is not null;
      create index items_lane_name_idx on items (organization_id, lane, name_key, rank, id) where lane is not null;
      create index items_lane_created_at_idx on items (organization_id, lane, created_at, rank, id) where lane is not null;
      create index items_lane_created_by_idx on items (organization_id, lane, created_by, rank, id) where lane is not null;

      drop trigger columns_key on columns;
      alter table columns drop key;
      drop trigger groups_key on groups;
      alter table groups drop key;
      alter table organizations drop number;
      drop function item_list_assign, group_lane, record_key_assign, record_key_next, organization_first_key;
      drop sequence record_keys;
    `);
  }
}
