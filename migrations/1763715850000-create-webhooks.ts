import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Outgoing webhooks and their deliveries (decision 0094), and the hosts that an organization allows them to call. */
export class CreateWebhooks1763715850000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Null: every host that the operator allows.
      alter table organizations add column outbound_hosts text[];

      create table webhooks (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        id text collate "C" not null,
        name text not null,
        url text not null,
        events text[] not null,
        -- Null: the events of the whole organization.
        project_id text collate "C",
        sealed_secret text not null,
        -- Signs too, until it expires.
        sealed_previous_secret text,
        previous_secret_expires_at timestamptz(3),
        -- Null while the webhook is enabled.
        disabled_at timestamptz(3),
        disabled_reason text,
        -- The number of the organization's last event when the webhook was created or enabled: it gets later ones.
        enabled_after_sequence bigint not null,
        -- The first failure since the last success.
        failing_since timestamptz(3),
        -- The last attempt failed or took long: the receiver gets few connections at a time.
        is_slow boolean not null default false,
        created_by text collate "C" not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, id),
        foreign key (organization_id, project_id) references projects (organization_id, id) on delete cascade
      );
      create index webhooks_project_id_idx on webhooks (organization_id, project_id) where project_id is not null;

      -- No foreign key to webhooks: the deliveries of a deleted webhook are removed in the background.
      create table webhook_deliveries (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        id text collate "C" not null,
        webhook_id text collate "C" not null,
        event_id text collate "C" not null,
        event_type text not null,
        -- The place of the event in the log.
        event_sequence bigint not null,
        event_day date not null,
        item_id text collate "C",
        status text not null,
        -- The next attempt, and during an attempt the end of its lease. Null when an earlier delivery of the item is pending.
        due_at timestamptz(3),
        -- Identifies the attempt in progress.
        claim text collate "C",
        attempts integer not null default 0,
        -- Failed attempts since the event was last scheduled, which determine the next delay.
        failures integer not null default 0,
        -- The body, stored at the first attempt: every attempt sends the same bytes.
        payload text,
        url text,
        request_headers jsonb,
        response_status integer,
        response_headers jsonb,
        response_body text,
        error text,
        duration_ms integer,
        attempted_at timestamptz(3),
        completed_at timestamptz(3),
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        primary key (organization_id, id)
      );
      create unique index webhook_deliveries_event_idx on webhook_deliveries (organization_id, webhook_id, event_id);
      create index webhook_deliveries_due_idx on webhook_deliveries (organization_id, webhook_id, due_at)
        where status = 'pending' and due_at is not null;
      create index webhook_deliveries_item_idx on webhook_deliveries (organization_id, webhook_id, item_id, event_sequence)
        where status = 'pending' and item_id is not null;
      create index webhook_deliveries_claimed_idx on webhook_deliveries (organization_id, webhook_id)
        where claim is not null;
      create index webhook_deliveries_expires_at_idx on webhook_deliveries (expires_at);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table webhook_deliveries;
      drop table webhooks;
      alter table organizations drop column outbound_hosts;
    `);
  }
}
