import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What interfaces keep for a member (decision 0140). */
export class CreateUserPreferences1763716831000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table user_preferences (
        organization_id text collate "C" not null,
        user_id text collate "C" not null,
        -- One key for each setting, such as theme, sidebar.width or apps.<name>, so that calls that set different ones do not
        -- overwrite each other.
        entries jsonb not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, user_id),
        foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
      );
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table user_preferences');
  }
}
