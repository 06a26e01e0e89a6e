import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns become unique, and stop being unique, in the background on large boards (decision 0146). */
export class ChangeUniqueColumns1763716910000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table column_changes
        drop constraint column_changes_kind_check,
        add constraint column_changes_kind_check check (
          kind in ('numberItems', 'copyValues', 'replaceLabels', 'addUniqueKeys', 'removeUniqueKeys')),
        -- The change has ended without its result; the row shows why until the next config of the column.
        add column has_failed boolean not null default false;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      delete from item_values using column_changes, columns
      where column_changes.kind in ('addUniqueKeys', 'removeUniqueKeys')
        and columns.organization_id = column_changes.organization_id and columns.id = column_changes.column_id
        and item_values.column_key = columns.key and item_values.ordinal = -1;
      delete from column_changes where kind in ('addUniqueKeys', 'removeUniqueKeys');
      alter table column_changes
        drop column has_failed,
        drop constraint column_changes_kind_check,
        add constraint column_changes_kind_check check (kind in ('numberItems', 'copyValues', 'replaceLabels'));
    `);
  }
}
