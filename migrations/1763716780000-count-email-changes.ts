import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests for another e-mail address are counted, as failed attempts with a password and with a code are. */
export class CountEmailChanges1763716780000 implements MigrationInterface {
  name = 'CountEmailChanges1763716780000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table credential_attempts
        drop constraint credential_attempts_kind_check,
        add constraint credential_attempts_kind_check check (kind in ('password', 'second-factor', 'email-change'));
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      delete from credential_attempts where kind = 'email-change';
      alter table credential_attempts
        drop constraint credential_attempts_kind_check,
        add constraint credential_attempts_kind_check check (kind in ('password', 'second-factor'));
    `);
  }
}
