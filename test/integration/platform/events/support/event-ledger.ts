import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import { z } from 'zod';
import { newId } from '../../../../../src/kernel/ids';
import { Database } from '../../../../../src/platform/database/database';
import { statement } from '../../../../../src/platform/database/statement';
import type { DatabaseContext, InTransaction } from '../../../../../src/platform/database/transaction';
import { defineEvent, type EventOf } from '../../../../../src/platform/events/define-event';
import { type EventSubscriber, Subscriber } from '../../../../../src/platform/events/subscriber.decorator';
import { type JobsApp, startJobsApp } from '../../support/jobs-app';

/** How often the second subscriber fails on a batch. */
const FAILURE_RATE = 0.02;
const BOARDS = 12;
const ORGANIZATIONS = 4;

const thingCounted = defineEvent('thing.counted', {
  when: 'Happens in these tests.',
  subject: 'board',
  payload: { count: z.number() },
  public: { internal: 'Of these tests alone.' },
});

type Counted = EventOf<typeof thingCounted>;

const NOTE = statement(
  'test.note-delivery',
  `insert into ledger (subscriber, organization_id, event_id, sequence)
   select $1, organization_id, event_id, sequence
   from json_to_recordset($2) as event (organization_id text, event_id text, sequence bigint)`,
);

/** Writes each event that it gets to the ledger, without a key that could hide a repetition. */
@Injectable()
abstract class Bookkeeper implements EventSubscriber<Counted> {
  constructor(private readonly database: Database) {}

  async handle(events: readonly Counted[], tx: InTransaction<DatabaseContext>): Promise<void> {
    const rows = events.map((event) => ({
      organization_id: event.organizationId,
      event_id: event.id,
      sequence: event.sequence,
    }));
    await this.database.query(tx, NOTE, [this.constructor.name, JSON.stringify(rows)]);
  }
}

@Subscriber({ name: 'steady', events: [thingCounted] })
@Injectable()
export class Steady extends Bookkeeper {}

@Subscriber({ name: 'failing', events: [thingCounted] })
@Injectable()
export class Failing extends Bookkeeper {
  override async handle(events: readonly Counted[], tx: InTransaction<DatabaseContext>): Promise<void> {
    await super.handle(events, tx);
    if (Math.random() < FAILURE_RATE) throw new Error('no luck');
  }
}

export function startLedgerApp(databaseUrl: string, roles: string): Promise<JobsApp> {
  return startJobsApp(databaseUrl, { roles, events: [thingCounted], providers: [Steady, Failing] });
}

/** A counter for each board, the ids of the events that were committed, and what subscribers got. */
export async function createLedger({ sql }: JobsApp): Promise<void> {
  await sql.query(`
    create table counters (board_id text primary key, organization_id text not null, count bigint not null);
    create table committed (event_id text not null);
    create table ledger (
      at bigint generated always as identity primary key,
      subscriber text not null, organization_id text not null, event_id text not null, sequence bigint not null)`);
  const organizations = Array.from({ length: ORGANIZATIONS }, () => newId('organization'));
  for (let at = 0; at < BOARDS; at += 1) {
    await sql.query('insert into counters values ($1, $2, 0)', [
      newId('board'),
      organizations[at % ORGANIZATIONS],
    ]);
  }
}

/** Commits events, and rolls some back, until the signal aborts. The count in an event shows the order of the commits. */
export async function writeEvents(sql: pg.Pool, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const client = await sql.connect();
    try {
      await client.query('begin');
      for (let left = Math.ceil(Math.random() * 3); left > 0; left -= 1) {
        await client.query(
          `with counter as (
             update counters set count = count + 1
             where board_id = (select board_id from counters order by random() limit 1)
             returning *),
           event as (
             insert into outbox (id, organization_id, type, board_id, data, occurred_at)
             select $1, organization_id, 'thing.counted', board_id, jsonb_build_object('count', count), now() from counter
             returning id)
           insert into committed select id from event`,
          [newId('event')],
        );
      }
      await client.query(Math.random() < 0.1 ? 'rollback' : 'commit');
      client.release();
    } catch {
      // A deadlock of two writers, or a connection that is lost.
      client.release(true);
    }
    await delay(Math.random() * 5);
  }
}
