import type { MigrationInterface, QueryRunner } from 'typeorm';
import { functionText } from '../src/platform/database/migrations/function-files';

/** The audit log (decisions 0055 and 0070). Entries are only added; they are deleted by age or with their organization. */
export class CreateAudit1763715780000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(functionText('audit_entries_reject_change'));
    await queryRunner.query(`
      create table audit_entries (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        id text collate "C" not null,
        at timestamptz(3) not null,
        action text collate "C" not null,
        outcome text not null check (outcome in ('success', 'failure')),
        reason text,
        target text,
        -- No foreign key: an entry outlives its actor and contains the actor's name and address at that time.
        actor_id text collate "C",
        actor_name text,
        actor_email text,
        credential_kind text,
        credential_id text,
        ip text,
        user_agent text,
        request_id text not null,
        details jsonb not null,
        primary key (organization_id, id)
      );
      create index audit_entries_at_idx on audit_entries (organization_id, at, id);
      create index audit_entries_actor_id_idx on audit_entries (organization_id, actor_id, at, id);
      create index audit_entries_action_idx on audit_entries (organization_id, action, at, id);
      create index audit_entries_target_idx on audit_entries (organization_id, target, at, id) where target is not null;
      create index audit_entries_ip_idx on audit_entries (organization_id, ip, at, id) where ip is not null;
      -- Nearly all entries are successes; audit_entries_at_idx is used for those.
      create index audit_entries_failure_idx on audit_entries (organization_id, at, id) where outcome = 'failure';

      create trigger audit_entries_reject_change before update or delete on audit_entries
        for each row execute function audit_entries_reject_change();
      create trigger audit_entries_reject_truncate before truncate on audit_entries
        for each statement execute function audit_entries_reject_change();
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table audit_entries;
    `);
  }
}
