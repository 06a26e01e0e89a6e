import { setTimeout as delay } from 'node:timers/promises';
import { openPostgres } from './database/postgres-server';
import { ScratchDatabase } from './database/scratch-database';
import { describeMachine, residentMemory } from './report/machine';
import type { Percentiles } from './sockets/messages';
import { SteadyChanges } from './sockets/steady-changes';
import { Watchers } from './sockets/watchers';
import type { BoardHandles, RunningSubject } from './subject';
import { TrestleSubject } from './subjects/trestle';

const PLAN = { itemCount: 1_000, groupCount: 1, seed: 20_261_124 };
const CHANGES_PER_SECOND = 100;
const WARM_UP_SECONDS = 5;
const OBSERVED_SECONDS = 15;
const WATCHERS = [50, 500];
const MAX_P50_MS = 15;
const MAX_P99_MS = 60;
const IDLE_SOCKETS = 2_000;
const IDLE_SECONDS = 10;
/** 200 MB. */
const MAX_IDLE_MIB = 190;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(isMissed: boolean): void {
  if (isMissed) process.exitCode = 1;
}

function described({ p50, p99, longest }: Percentiles): string {
  return `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${longest.toFixed(1)} ms at most`;
}

async function latency(running: RunningSubject, board: BoardHandles, watchers: Watchers): Promise<void> {
  const changes = await SteadyChanges.open(running, board);
  for (const count of WATCHERS) {
    await watchers.open(running.baseUrl, running.token, board.boardId, count);
    await changes.run(CHANGES_PER_SECOND, WARM_UP_SECONDS);
    const before = residentMemory(running.processId).nowMiB;
    const made = await changes.run(CHANGES_PER_SECOND, OBSERVED_SECONDS);
    const added = residentMemory(running.processId).nowMiB - before;
    const { sinceResponse, sinceRequest, missing } = await watchers.delays(made);
    say(
      `${CHANGES_PER_SECOND} changes a second, ${count} sockets: ${described(sinceResponse)} from the response to a change ` +
        `to its message (at most ${MAX_P50_MS} and ${MAX_P99_MS}); ${described(sinceRequest)} from the request; ` +
        `${missing} messages missing, ${added.toFixed(0)} MiB more memory`,
    );
    fail(sinceResponse.p50 > MAX_P50_MS || sinceResponse.p99 > MAX_P99_MS || missing > 0);
    await watchers.close();
  }
  changes.close();
}

async function idleMemory(running: RunningSubject, board: BoardHandles, watchers: Watchers): Promise<void> {
  const before = residentMemory(running.processId).nowMiB;
  const startedAt = performance.now();
  await watchers.open(running.baseUrl, running.token, board.boardId, IDLE_SOCKETS);
  const seconds = (performance.now() - startedAt) / 1000;
  await delay(IDLE_SECONDS * 1000);
  const added = residentMemory(running.processId).nowMiB - before;
  say(
    `${IDLE_SOCKETS} idle sockets, opened in ${seconds.toFixed(1)} s: ${added.toFixed(0)} MiB more memory ` +
      `(at most ${MAX_IDLE_MIB})`,
  );
  fail(added > MAX_IDLE_MIB);
  await watchers.close();
}

/** Real time: from a change to its message, and the memory of idle sockets. */
async function main(): Promise<void> {
  const watchers = new Watchers();
  const postgres = await openPostgres(process.env['DATABASE_URL']);
  const database = new ScratchDatabase(postgres.url);
  const version = await database.create();
  say(describeMachine(`${version} (${postgres.kind})`));
  const subject = new TrestleSubject({ databaseUrl: database.url, log: say }, 'all');
  try {
    const running = await subject.start();
    const board = await subject.load(PLAN);
    await idleMemory(running, board, watchers);
    await latency(running, board, watchers);
  } finally {
    await watchers.stop();
    await subject.stop();
    await database.drop();
    await postgres.stop();
  }
}

main().catch((problem: unknown) => {
  process.stderr.write(`${problem instanceof Error ? problem.stack : String(problem)}\n`);
  process.exitCode = 1;
});
