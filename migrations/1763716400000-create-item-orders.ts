import type { MigrationInterface, QueryRunner } from 'typeorm';
import { functionText } from '../src/platform/database/migrations/function-files';

const FUNCTIONS = ['item_orders_mark', 'item_orders_write'] as const;

/** Orders of large boards that are built when a list first needs them (decision 0110). */
export class CreateItemOrders1763716400000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table item_orders (
        organization_id text collate "C" not null,
        -- Takes the place of a column's key in item_values.
        key bigint not null,
        board_id text collate "C" not null,
        -- The column whose empty cells it orders; null for the order by last changes.
        column_id text collate "C",
        state text not null check (state in ('building', 'ready', 'declined')),
        decided_at timestamptz(3) not null,
        primary key (organization_id, key),
        foreign key (organization_id, board_id) references boards (organization_id, id) on delete cascade,
        foreign key (organization_id, column_id) references columns (organization_id, id) on delete cascade
      );
      create unique index item_orders_board_id_idx on item_orders (organization_id, board_id, (coalesce(column_id, '')));
      create index item_orders_column_id_idx on item_orders (organization_id, column_id) where column_id is not null;
    `);
    for (const name of FUNCTIONS) await queryRunner.query(functionText(name));
    await queryRunner.query(`
      alter table items add has_orders boolean not null default false;
      create trigger items_has_orders before insert on items
        for each row execute function item_orders_mark();
      create trigger items_has_orders_of_board before update of board_id on items
        for each row when (new.board_id <> old.board_id) execute function item_orders_mark();
      create trigger items_orders after insert or update of updated_at, values on items
        for each row when (new.has_orders) execute function item_orders_write();
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop trigger items_orders on items;
      drop trigger items_has_orders_of_board on items;
      drop trigger items_has_orders on items;
      drop function item_orders_write;
      drop function item_orders_mark;
      alter table items drop has_orders;
      delete from item_values where column_key in (select key from item_orders);
      drop table item_orders;
    `);
  }
}
