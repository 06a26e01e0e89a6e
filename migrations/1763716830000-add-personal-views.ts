import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Options of layouts, and views that only their creator sees (decision 0140). */
export class AddPersonalViews1763716830000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table views
        add options jsonb not null default '{}',
        -- Null for a shared view.
        add personal_of text collate "C",
        add foreign key (organization_id, personal_of) references members (organization_id, user_id)
          on delete cascade;
      -- Both parts of a user's list of a board, and the views of a removed member.
      create index views_personal_of_idx on views (organization_id, personal_of, board_id);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    // The release before would show personal views to everyone.
    await queryRunner.query(`
      delete from views where personal_of is not null;
      alter table views drop personal_of, drop options;
    `);
  }
}
