import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Beside assertions, it remembers the sign-out requests that were obeyed (decision 0069). */
export class NameUsedMessages1763715941000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table sso_used_assertions rename to sso_used_messages;
      alter index sso_used_assertions_pkey rename to sso_used_messages_pkey;
      alter index sso_used_assertions_expires_at_idx rename to sso_used_messages_expires_at_idx;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter index sso_used_messages_expires_at_idx rename to sso_used_assertions_expires_at_idx;
      alter index sso_used_messages_pkey rename to sso_used_assertions_pkey;
      alter table sso_used_messages rename to sso_used_assertions;
    `);
  }
}
