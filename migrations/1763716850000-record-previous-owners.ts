import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who owned an organization until when: previous owners can restore it for a week (decision 0142). */
export class RecordPreviousOwners1763716850000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table previous_owners (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        user_id text collate "C" not null,
        owned_until timestamptz(3) not null,
        primary key (organization_id, user_id)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table previous_owners');
  }
}
