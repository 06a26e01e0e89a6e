import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { OutboxRow } from './event-mix';

const POLL_MS = 10;
const MAX_SECONDS = 120;
/** The lock of the relay (src/platform/database/locks.ts): while this session has it, events stay in the outbox. */
const RELAY_LOCK = 7_266_385;

/** Writes events to the outbox of a running service and watches how they pass. */
export class EventFlow {
  private constructor(
    readonly client: Client,
    readonly organizationId: string,
    private readonly boardId: string,
  ) {}

  static async open(databaseUrl: string, boardId: string): Promise<EventFlow> {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ id: string }>(
      'select organization_id as id from boards where id = $1',
      [boardId],
    );
    return new EventFlow(client, rows[0]!.id, boardId);
  }

  close(): Promise<void> {
    return this.client.end();
  }

  async write(rows: readonly OutboxRow[]): Promise<void> {
    await this.client.query(
      `insert into outbox (id, organization_id, type, board_id, item_id, data, occurred_at)
       select event.id, $1, event.type, $2, event.item_id, event.data, clock_timestamp()
       from json_to_recordset($3) as event (id text, type text, item_id text, data jsonb)`,
      [this.organizationId, this.boardId, JSON.stringify(rows)],
    );
  }

  /** As a process without the worker role does after a commit. */
  async wakeRelay(): Promise<void> {
    await this.client.query(`select pg_notify('trestle_signals', 'outbox')`);
  }

  async stopRelay(): Promise<void> {
    await this.client.query('select pg_advisory_lock($1)', [RELAY_LOCK]);
  }

  async continueRelay(): Promise<void> {
    await this.client.query('select pg_advisory_unlock($1)', [RELAY_LOCK]);
    await this.wakeRelay();
  }

  /** Seconds until the log has so many more events, and until all subscribers have got them. */
  async passage(events: number, start: number): Promise<{ relay: number; delivery: number }> {
    const startedAt = performance.now();
    const seconds = () => (performance.now() - startedAt) / 1000;
    let relay: number | null = null;
    while (seconds() < MAX_SECONDS) {
      const { head, delivered } = await this.positions();
      if (head >= start + events) relay ??= seconds();
      if (delivered >= start + events) return { relay: relay!, delivery: seconds() };
      await delay(POLL_MS);
    }
    throw new Error('The events were not delivered in time');
  }

  async positions(): Promise<{ head: number; delivered: number }> {
    const { rows } = await this.client.query<{ head: number; delivered: number }>(
      `select position::float8 as head, (select min(position) from event_subscribers)::float8 as delivered
       from event_log_head`,
    );
    return rows[0]!;
  }

  /** Until nothing waits, including the jobs that subscribers have enqueued. */
  async settle(): Promise<void> {
    for (;;) {
      const { rows } = await this.client.query<{ isBusy: boolean }>(
        `select exists (select from outbox)
           or exists (select from graphile_worker.jobs where run_at <= now() and attempts < max_attempts)
           or (select position from event_log_head) > (select min(position) from event_subscribers) as "isBusy"`,
      );
      if (!rows[0]!.isBusy) return;
      await delay(100);
    }
  }
}
