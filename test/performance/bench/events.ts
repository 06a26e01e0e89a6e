import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openPostgres } from './database/postgres-server';
import { ScratchDatabase } from './database/scratch-database';
import { Latencies } from './driver/latencies';
import { EventFlow } from './events/event-flow';
import { EventMix } from './events/event-mix';
import type { LatencyTask } from './events/participant';
import { latenciesOf } from './events/tail-latency';
import { type Usage, usageDuring } from './events/processor-time';
import { median } from './measurement';
import { describeMachine } from './report/machine';
import type { BoardHandles } from './subject';
import { TrestleSubject } from './subjects/trestle';

const EVENTS = 20_000;
const ROUNDS = 3;
const BATCH = 1_000;
const MIN_EVENTS_PER_SECOND = 5_000;
const CHANGES_PER_SECOND = 100;
const OBSERVED_SECONDS = 15;
/** Of the 15 and 60 ms from a commit to a socket. */
const MAX_TAIL_P50_MS = 10;
const MAX_TAIL_P99_MS = 40;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(isTooSlow: boolean): void {
  if (isTooSlow) process.exitCode = 1;
}

/** Events wait in the outbox until the relay may continue. */
async function throughput(flow: EventFlow, mix: EventMix, processId: number): Promise<void> {
  const relays: number[] = [];
  const processorSeconds: number[] = [];
  const deliveries: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await flow.settle();
    await flow.stopRelay();
    for (let written = 0; written < EVENTS; written += BATCH) {
      await flow.write(Array.from({ length: BATCH }, () => mix.next()));
    }
    const { head } = await flow.positions();
    const used = await usageDuring(flow.client, processId, async () => {
      await flow.continueRelay();
      const { relay, delivery } = await flow.passage(EVENTS, head);
      relays.push(EVENTS / relay);
      deliveries.push(EVENTS / delivery);
    });
    processorSeconds.push(used.processSeconds + used.databaseSeconds);
  }
  await flow.settle();
  const rates = (values: number[]) => values.map((value) => Math.round(value)).join(', ');
  say(
    `${EVENTS} events, per second: ${rates(relays)} to the log, ${rates(deliveries)} to all subscribers ` +
      `(at least ${MIN_EVENTS_PER_SECOND}), with ${median(processorSeconds).toFixed(1)} s of processor time`,
  );
  fail(median(deliveries) < MIN_EVENTS_PER_SECOND);
}

function describeUsage({ seconds, processSeconds, databaseSeconds, transactions }: Usage): string {
  const share = (used: number) => `${((100 * used) / seconds).toFixed(1)} %`;
  return (
    `${share(processSeconds)} of a core in the service, ${share(databaseSeconds)} in its connections, ` +
    `${(transactions / seconds).toFixed(0)} transactions a second`
  );
}

async function steadyChanges(flow: EventFlow, mix: EventMix): Promise<void> {
  const startedAt = performance.now();
  for (let at = 0; at < CHANGES_PER_SECOND * OBSERVED_SECONDS; at += 1) {
    await flow.write([mix.next()]);
    await flow.wakeRelay();
    await delay(Math.max(0, startedAt + (at * 1000) / CHANGES_PER_SECOND - performance.now()));
  }
}

async function latency(databaseUrl: string, organizationId: string, board: BoardHandles): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'trestle-bench-data-'));
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    APP_SECRET: randomBytes(32).toString('hex'),
  };
  const task = {
    organizationId,
    boardId: board.boardId,
    itemId: board.itemIds[0],
    columnId: board.columnIds.points,
    userId: board.userIds[0],
    changesPerSecond: CHANGES_PER_SECOND,
    seconds: OBSERVED_SECONDS,
  } as LatencyTask;
  try {
    for (const [title, roles, ...others] of [
      ['one process', 'api,worker,realtime'],
      ['a process of its own for the worker', 'api,realtime', 'worker'],
      ['two processes with all roles', 'api,worker,realtime', 'api,worker,realtime'],
    ] as const) {
      const latencies = new Latencies();
      for (const value of await latenciesOf(task, env, roles, ...others)) latencies.add(value);
      const [p50, p99, longest] = latencies.percentiles(0.5, 0.99, 1) as [number, number, number];
      say(
        `commit to EventTail, ${title}: p50 ${p50.toFixed(1)} ms (at most ${MAX_TAIL_P50_MS}), ` +
          `p99 ${p99.toFixed(1)} ms (at most ${MAX_TAIL_P99_MS}), ${longest.toFixed(1)} ms at most`,
      );
      fail(p50 > MAX_TAIL_P50_MS || p99 > MAX_TAIL_P99_MS);
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The log of events: its throughput, its cost while nothing happens and at a steady rate, and its latency. */
async function main(): Promise<void> {
  const postgres = await openPostgres(process.env['DATABASE_URL']);
  const database = new ScratchDatabase(postgres.url);
  const version = await database.create();
  say(describeMachine(`${version} (${postgres.kind})`));
  const subject = new TrestleSubject({ databaseUrl: database.url, log: say }, 'all');
  try {
    const { processId } = await subject.start();
    const board = await subject.load({ itemCount: 5_000, groupCount: 1, seed: 20_261_122 });
    const flow = await EventFlow.open(database.url, board.boardId);
    const mix = new EventMix(board);
    await mix.load(flow.client);
    await throughput(flow, mix, processId);
    const usage = (work: () => Promise<unknown>) => usageDuring(flow.client, processId, work);
    say(`idle: ${describeUsage(await usage(() => delay(OBSERVED_SECONDS * 1000)))}`);
    const steady = await usage(() => steadyChanges(flow, mix));
    const changes = Math.round((CHANGES_PER_SECOND * OBSERVED_SECONDS) / steady.seconds);
    say(`${changes} changes a second: ${describeUsage(steady)}`);
    await flow.close();
    await subject.stop();
    await latency(database.url, flow.organizationId, board);
  } finally {
    await subject.stop();
    await database.drop();
    await postgres.stop();
  }
}

main().catch((problem: unknown) => {
  process.stderr.write(`${problem instanceof Error ? problem.stack : String(problem)}\n`);
  process.exitCode = 1;
});
