import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The IP address and the user agent of an audit entry are in its hash as a digest with a salt, so that those of an erased person can be deleted. */
export class SaltAuditOrigins1763716900000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // Null for entries without an address, and for those that the release before has sealed.
    await queryRunner.query('alter table audit_seals add origin text, add origin_salt text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table audit_seals drop origin, drop origin_salt');
  }
}
