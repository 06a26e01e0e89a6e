import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The details of an audit entry are in its hash as a digest with a salt, so that those about an erased person can be deleted. */
export class SaltAuditDetails1763716852000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // Null for entries without details, and for those that the release before has sealed.
    await queryRunner.query('alter table audit_seals add details text, add details_salt text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table audit_seals drop details, drop details_salt');
  }
}
