import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The columns of the audit log, which the partitioned table and the one before it have in common. Constraints are named: chosen
 * names would avoid those of the table that is set aside.
 */
const COLUMNS = `
  organization_id text collate "C" not null
    constraint audit_entries_organization_id_fkey references organizations (id) on delete cascade,
  id text collate "C" not null,
  at timestamptz(3) not null,
  action text collate "C" not null,
  outcome text not null constraint audit_entries_outcome_check check (outcome in ('success', 'failure')),
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
  details jsonb not null`;

const INDEXES = `
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
    for each statement execute function audit_entries_reject_change();`;

/** Names of constraints and indexes are unique in the schema. */
const SET_ASIDE = `
  alter table audit_entries rename to audit_entries_before;
  alter table audit_entries_before rename constraint audit_entries_pkey to audit_entries_before_pkey;
  alter table audit_entries_before
    rename constraint audit_entries_organization_id_fkey to audit_entries_before_organization_id_fkey;
  drop index audit_entries_at_idx, audit_entries_actor_id_idx, audit_entries_action_idx, audit_entries_target_idx,
    audit_entries_ip_idx, audit_entries_failure_idx;`;

/** The audit log in partitions by time, which the retention drops (decision 0102). */
export class PartitionAuditEntries1763715961000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ${SET_ASIDE}
      create table audit_entries (${COLUMNS},
        primary key (organization_id, id, at)
      ) partition by range (at);
      do $$
      declare
        month date;
      begin
        for month in select distinct date_trunc('month', at at time zone 'UTC')::date from audit_entries_before loop
          execute format(
            'create table %I partition of audit_entries for values from (%L) to (%L)',
            'audit_entries_' || to_char(month, 'YYYYMMDD'),
            month || ' 00:00:00+00', (month + interval '1 month')::date || ' 00:00:00+00');
        end loop;
      end $$;
      insert into audit_entries select * from audit_entries_before;
      drop table audit_entries_before;
      ${INDEXES}
      do $$
      declare
        partition regclass;
      begin
        for partition in select inhrelid::regclass from pg_inherits where inhparent = 'audit_entries'::regclass loop
          execute format(
            'create trigger audit_entries_reject_truncate before truncate on %s
               for each statement execute function audit_entries_reject_change()', partition);
          execute format(
            'alter table %s alter column action set (n_distinct = 100), alter column actor_id set (n_distinct = 100),
               alter column target set (n_distinct = 100), alter column ip set (n_distinct = 100)', partition);
        end loop;
      end $$;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ${SET_ASIDE}
      create table audit_entries (${COLUMNS},
        primary key (organization_id, id)
      );
      insert into audit_entries select * from audit_entries_before;
      drop table audit_entries_before;
      ${INDEXES}
    `);
  }
}
