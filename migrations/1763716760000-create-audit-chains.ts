import type { MigrationInterface, QueryRunner } from 'typeorm';
import { functionText } from '../src/platform/database/migrations/function-files';

/** Hash chains over the audit logs of organizations (decision 0132). */
export class CreateAuditChains1763716760000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(functionText('audit_entries_await_seal'));
    await queryRunner.query(`
      create table audit_signing_keys (
        id text collate "C" primary key,
        is_current boolean not null,
        public_key text not null,
        sealed_private_key text collate "C" not null,
        created_at timestamptz(3) not null
      );
      create unique index audit_signing_keys_current_idx on audit_signing_keys (is_current) where is_current;

      create table audit_chains (
        organization_id text collate "C" primary key references organizations (id) on delete cascade,
        sequence bigint not null,
        hash text not null,
        signed_at timestamptz(3) not null,
        key_id text collate "C",
        signature text
      );

      create table audit_seals (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        sequence bigint not null,
        entry_id text collate "C" not null,
        at timestamptz(3) not null,
        previous text not null,
        hash text not null,
        salt text,
        personal text,
        signed_at timestamptz(3),
        key_id text collate "C",
        signature text,
        primary key (organization_id, sequence)
      );
      create index audit_seals_at_idx on audit_seals (at);

      -- Without a foreign key: a row exists for a minute, and is discarded when its organization was deleted meanwhile.
      create table unsealed_audit_entries (
        number bigint generated always as identity primary key,
        organization_id text collate "C" not null,
        entry_id text collate "C" not null,
        at timestamptz(3) not null
      );

      -- Also queues the entries of processes of the release before. Before the older entries, because it waits for their writers.
      create trigger audit_entries_await_seal after insert on audit_entries referencing new table as added
        for each statement execute function audit_entries_await_seal();
      insert into unsealed_audit_entries (organization_id, entry_id, at)
        select organization_id, id, at from audit_entries order by at, id;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop trigger audit_entries_await_seal on audit_entries;
      drop function audit_entries_await_seal;
      drop table unsealed_audit_entries;
      drop table audit_seals;
      drop table audit_chains;
      drop table audit_signing_keys;
    `);
  }
}
