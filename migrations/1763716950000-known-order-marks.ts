import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the board has orders is looked up only for items whose writer has not done so: a twentieth of the cost of an import. */
export class KnownOrderMarks1763716950000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table items alter has_orders drop default;
      drop trigger items_has_orders on items;
      create trigger items_has_orders before insert on items
        for each row when (new.has_orders is null) execute function item_orders_mark();
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop trigger items_has_orders on items;
      create trigger items_has_orders before insert on items for each row execute function item_orders_mark();
      alter table items alter has_orders set default false;
    `);
  }
}
