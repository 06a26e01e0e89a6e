import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Boards that are shared with guests (decision 0056). */
export class AddBoardMembers1763715821000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table board_members (
        organization_id text collate "C" not null,
        board_id text collate "C" not null,
        user_id text collate "C" not null,
        permission text not null check (permission in ('view', 'edit')),
        added_by text collate "C" not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, board_id, user_id),
        foreign key (organization_id, board_id) references boards (organization_id, id) on delete cascade,
        foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
      );
      create index board_members_user_id_idx on board_members (organization_id, user_id);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table board_members;
    `);
  }
}
