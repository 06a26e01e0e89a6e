import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The audit log (decision 0055): entries are added, never changed, and leave only by age or with their organization. */
export class AddAuditEntries1763715820000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table audit_entries (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        id text collate "C" not null,
        at timestamptz(3) not null,
        action text collate "C" not null,
        outcome text not null check (outcome in ('success', 'failure')),
        reason text,
        target text,
        -- No foreign key: an entry outlives whom it is about, under the name and address they had then.
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
      -- For the sweep, which asks for what is old and not for whose it is.
      create index audit_entries_age_idx on audit_entries (at);

      create function audit_entries_refuse() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          -- What the sweep of this transaction has named as too old.
          if old.at < nullif(current_setting('trestle.audit_kept_since', true), '')::timestamptz then
            return old;
          end if;
          -- Its organization has ended: the row that this one hangs on is gone already.
          if not exists (select from organizations where id = old.organization_id) then
            return old;
          end if;
        end if;
        raise exception 'audit entries are neither changed nor removed' using errcode = 'restrict_violation';
      end $$;
      create trigger audit_entries_are_kept before update or delete on audit_entries
        for each row execute function audit_entries_refuse();
      create trigger audit_entries_are_not_truncated before truncate on audit_entries
        for each statement execute function audit_entries_refuse();

      create function audit_entries_expire(kept_since timestamptz, batch int) returns int language plpgsql as $$
      declare
        removed int;
      begin
        perform set_config('trestle.audit_kept_since', kept_since::text, true);
        delete from audit_entries
        where (organization_id, id) in (
          select organization_id, id from audit_entries where at < kept_since order by at limit batch);
        get diagnostics removed = row_count;
        perform set_config('trestle.audit_kept_since', '', true);
        return removed;
      end $$;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop function audit_entries_expire(timestamptz, int);
      drop table audit_entries;
      drop function audit_entries_refuse();
    `);
  }
}
