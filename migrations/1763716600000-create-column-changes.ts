import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Changes of the values of a column on all items of a large board, in the background (decision 0119). */
export class CreateColumnChanges1763716600000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- The row is deleted when the last item has changed.
      create table column_changes (
        organization_id text collate "C" not null,
        column_id text collate "C" not null,
        board_id text collate "C" not null,
        kind text not null check (kind in ('numberItems', 'copyValues', 'replaceLabels')),
        details jsonb not null,
        -- The user whose call started the change.
        actor_id text collate "C",
        -- The id of the last item that has changed, or the next number; empty at the beginning.
        after text collate "C" not null default '',
        done integer not null default 0,
        -- Null until the items are counted.
        total integer,
        primary key (organization_id, column_id),
        foreign key (organization_id, board_id) references boards (organization_id, id) on delete cascade,
        foreign key (organization_id, column_id) references columns (organization_id, id) on delete cascade
      );
      create index column_changes_board_id_idx on column_changes (organization_id, board_id);

      -- The numbers of items that a new auto-number column has not written yet.
      create table planned_numbers (
        organization_id text collate "C" not null,
        column_id text collate "C" not null,
        number bigint not null,
        item_id text collate "C" not null,
        primary key (organization_id, column_id, number),
        foreign key (organization_id, column_id) references columns (organization_id, id) on delete cascade
      );
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table planned_numbers;
      drop table column_changes;
    `);
  }
}
