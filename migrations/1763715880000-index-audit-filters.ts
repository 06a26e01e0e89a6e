import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pages of the audit log by what was acted on, from where, and of what was refused (decision 0070). */
export class IndexAuditFilters1763715880000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create index audit_entries_target_idx on audit_entries (organization_id, target, at, id)
        where target is not null;
      create index audit_entries_ip_idx on audit_entries (organization_id, ip, at, id) where ip is not null;
      -- Successes are nearly all there is: the index of times serves them.
      create index audit_entries_failure_idx on audit_entries (organization_id, at, id)
        where outcome = 'failure';
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop index audit_entries_target_idx;
      drop index audit_entries_ip_idx;
      drop index audit_entries_failure_idx;
    `);
  }
}
