import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lookups are recomputed from the events of edits instead of a job of each edit. Where processes are replaced one by one, a worker of
 * the release before moves events of the new release to the log, and does not know the subscriber: its place is kept from here on.
 */
export class RegisterChangedCells1763716100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      insert into event_subscribers (name, position, day)
      select 'columns.changed-cells', position, day from event_log_head
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from event_backlogs where subscriber = 'columns.changed-cells';
      delete from event_subscribers where name = 'columns.changed-cells';
    `);
  }
}
