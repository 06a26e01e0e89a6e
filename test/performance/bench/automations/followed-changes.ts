import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { LoadedBoard } from '../subject';
import type { TrestleSubject } from '../subjects/trestle';

const POLL_MS = 100;
const MAX_SECONDS = 600;

/** What the changes of a board have caused. */
export interface Consequences {
  /** Changes of the measured column. */
  readonly changes: number;
  /** Changes of the column that the automation sets. */
  readonly effects: number;
  /** Executions that have succeeded, and their sum with all others. */
  readonly succeeded: number;
  readonly executions: number;
  readonly delivered: number;
  readonly deliveries: number;
}

/** A board on which an automation copies each value of a column to another, with a webhook that gets all changed values. */
export class FollowedChanges {
  private constructor(
    private readonly client: Client,
    private readonly board: LoadedBoard,
  ) {}

  static async follow(
    subject: TrestleSubject,
    databaseUrl: string,
    board: LoadedBoard,
    receiver: string,
  ): Promise<FollowedChanges> {
    const { points, notes } = board.columnIds;
    await subject.call('automations.create', {
      boardId: board.boardId,
      name: 'Copies points',
      trigger: { type: 'value.changed', config: { columnId: points } },
      actions: [{ type: 'set_value', config: { columnId: notes, value: 'Points: {value.new}' } }],
    });
    await subject.call('webhooks.create', {
      name: 'Bench',
      url: `http://${receiver}/`,
      events: ['value.changed'],
    });
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    return new FollowedChanges(client, board);
  }

  close(): Promise<void> {
    return this.client.end();
  }

  /** Seconds until nothing waits any more. */
  async caughtUp(): Promise<number> {
    const startedAt = performance.now();
    const seconds = () => (performance.now() - startedAt) / 1000;
    while (seconds() < MAX_SECONDS) {
      const { rows } = await this.client.query<{ isBusy: boolean }>(
        `select exists (select from outbox)
           or (select position from event_log_head) > (select min(position) from event_subscribers)
           or exists (select from automation_executions where status = 'queued')
           or exists (select from webhook_deliveries where status = 'pending') as "isBusy"`,
      );
      if (!rows[0]!.isBusy) return seconds();
      await delay(POLL_MS);
    }
    throw new Error(
      `Executions and deliveries have not caught up: ${JSON.stringify(await this.consequences())}`,
    );
  }

  async consequences(): Promise<Consequences> {
    const { points, notes } = this.board.columnIds;
    const { rows } = await this.client.query<Consequences>(
      `select changes::float8, effects::float8, succeeded::float8, executions::float8, delivered::float8, deliveries::float8
       from (
         select count(*) filter (where data ->> 'columnId' = $2) as changes,
           count(*) filter (where data ->> 'columnId' = $3) as effects
         from events where board_id = $1 and type = 'value.changed') as events,
       (select count(*) filter (where status = 'success') as succeeded, count(*) as executions
         from automation_executions where board_id = $1) as executions,
       (select count(*) filter (where status = 'success') as delivered, count(*) as deliveries from webhook_deliveries) as deliveries`,
      [this.board.boardId, points, notes],
    );
    return rows[0]!;
  }
}
