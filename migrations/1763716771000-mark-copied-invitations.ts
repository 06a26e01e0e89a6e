import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A link that an administrator copied does not prove that its user has the mailbox (decision 0134). */
export class MarkCopiedInvitations1763716771000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // Null while the link is one that was mailed.
    await queryRunner.query('alter table invitations add link_copied_at timestamptz(3)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table invitations drop link_copied_at');
  }
}
