import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts of integrations, which no one signs in to (decision 0144). */
export class MarkServiceAccounts1763716870000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // Whatever writes the row: without a password and the key of an address, no one can sign in, and nothing can link the account.
    await queryRunner.query(`alter table users
      add is_service_account boolean not null default false,
      add constraint users_service_account_check
        check (not is_service_account or password_hash is null and strpos(email_key, '@') = 0)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table users drop is_service_account');
  }
}
