import { randomBytes } from 'node:crypto';
import { openPostgres } from './database/postgres-server';
import { ScratchDatabase } from './database/scratch-database';
import { describeMachine, residentMemory } from './report/machine';
import type { RunningSubject } from './subject';
import { TrestleSubject } from './subjects/trestle';

const FILE_MIB = 25;
const SAMPLE_EVERY_MS = 10;
/** The memory that parallel uploads may add, by their number. */
const MAX_ADDED_MIB = new Map([
  [1, 30],
  [10, 100],
]);

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function upload({ baseUrl, token }: RunningSubject, content: Blob): Promise<void> {
  const form = new FormData();
  form.set('file', content, 'content.bin');
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${baseUrl}/api/files`, { method: 'POST', headers, body: form });
  if (!response.ok) throw new Error(`POST /api/files: ${await response.text()}`);
  await response.arrayBuffer();
}

/** Seconds, and the MiB of resident memory at the highest above those before. */
async function measure(running: RunningSubject, content: Blob, count: number): Promise<[number, number]> {
  const resident = () => residentMemory(running.processId).nowMiB;
  const before = resident();
  let highest = before;
  const sampling = setInterval(() => (highest = Math.max(highest, resident())), SAMPLE_EVERY_MS);
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: count }, () => upload(running, content)));
  clearInterval(sampling);
  return [(performance.now() - startedAt) / 1000, Math.max(highest, resident()) - before];
}

/** Uploads files to a process that has just started, one and then several in parallel: duration and memory. */
async function main(): Promise<void> {
  const postgres = await openPostgres(process.env['DATABASE_URL']);
  const database = new ScratchDatabase(postgres.url);
  const version = await database.create();
  say(describeMachine(`${version} (${postgres.kind})`));
  const subject = new TrestleSubject({ databaseUrl: database.url, log: say }, 'all');
  try {
    const running = await subject.start();
    const content = new Blob([randomBytes(FILE_MIB * 2 ** 20)]);
    for (const [count, maxMiB] of MAX_ADDED_MIB) {
      const [seconds, addedMiB] = await measure(running, content, count);
      say(
        `${count} x ${FILE_MIB} MiB: ${seconds.toFixed(1)} s, ` +
          `${addedMiB.toFixed(0)} MiB more resident memory (at most ${maxMiB})`,
      );
      if (addedMiB > maxMiB) process.exitCode = 1;
    }
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
