import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sizes of thumbnails, and content that is removed later unless it is used (decision 0091). */
export class AddThumbnails1763715830000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table files add column thumbnail_bytes integer,
        add constraint files_thumbnail_check
          check (num_nulls(thumbnail_key, thumbnail_bytes, width, height) in (0, 4));
      alter table file_removals rename column created_at to due_at;
      alter index file_removals_created_at_idx rename to file_removals_due_at_idx;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter index file_removals_due_at_idx rename to file_removals_created_at_idx;
      alter table file_removals rename column due_at to created_at;
      alter table files drop constraint files_thumbnail_check, drop column thumbnail_bytes;
    `);
  }
}
