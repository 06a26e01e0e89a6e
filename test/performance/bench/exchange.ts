import { openPostgres } from './database/postgres-server';
import { ScratchDatabase } from './database/scratch-database';
import { BOARD_COLUMNS, STATUS_LABELS } from './data/board-shape';
import { generateItems, type ItemRecord } from './data/item-generator';
import { describeMachine, residentMemory } from './report/machine';
import type { RunningSubject } from './subject';
import { TrestleSubject } from './subjects/trestle';

const ROWS = 50_000;
const SEED = 20_261_122;
const MAX_SECONDS = 30;
const MAX_RESIDENT_MIB = 400;
const POLL_MS = 100;

const COLUMNS = BOARD_COLUMNS.filter(({ type }) => type !== 'formula');

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A name and eleven columns: text, numbers, labels, dates, people, flags, e-mail addresses. */
function csv(): string {
  const lines = [['Name', ...COLUMNS.map(({ name }) => name)].join(',')];
  for (const record of generateItems(ROWS, SEED)) lines.push(line(record));
  return lines.join('\n');
}

function line({ name, values }: ItemRecord): string {
  const { notes, points, budget, status, priority, due, owners, approved, contact, reviewed, estimate } =
    values;
  const people = owners.map((member) => `member${member}@example.com`).join('; ');
  const label = STATUS_LABELS[status]!.name;
  const day = due.slice(0, 10);
  return [
    name,
    notes,
    points,
    budget,
    label,
    priority,
    day,
    people,
    approved,
    contact,
    reviewed,
    estimate,
  ].join(',');
}

/** Seconds from the upload's first byte until all rows are there to be read, and the new board. */
async function importFile(
  { baseUrl, token }: RunningSubject,
  projectId: string,
): Promise<{ seconds: number; boardId: string }> {
  const form = new FormData();
  form.set('input', JSON.stringify({ projectId, name: 'Imported' }));
  form.set('file', new Blob([csv()], { type: 'text/csv' }), 'items.csv');
  const headers = { authorization: `Bearer ${token}` };
  const startedAt = performance.now();
  const response = await fetch(`${baseUrl}/api/boards/import`, { method: 'POST', headers, body: form });
  if (!response.ok) throw new Error(`boards.import: ${await response.text()}`);
  let state = ((await response.json()) as { import: { id: string; status: string; boardId: string } }).import;
  const input = encodeURIComponent(JSON.stringify({ json: { id: state.id } }));
  while (state.status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const asked = await fetch(`${baseUrl}/api/trpc/boards.imports.get?input=${input}`, { headers });
    state = ((await asked.json()) as { result: { data: { json: typeof state } } }).result.data.json;
  }
  if (state.status !== 'done') throw new Error(`boards.import: ${JSON.stringify(state)}`);
  return { seconds: (performance.now() - startedAt) / 1000, boardId: state.boardId };
}

async function exportBoard({ baseUrl, token }: RunningSubject, boardId: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${baseUrl}/api/boards/${boardId}/export?format=csv`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!response.ok) throw new Error(`boards.export: ${await response.text()}`);
  for await (const chunk of response.body!) void chunk;
  return (performance.now() - startedAt) / 1000;
}

/** Imports and exports a file of 50,000 rows: duration and memory. */
async function main(): Promise<void> {
  const postgres = await openPostgres(process.env['DATABASE_URL']);
  const database = new ScratchDatabase(postgres.url);
  const version = await database.create();
  say(describeMachine(`${version} (${postgres.kind})`));
  const subject = new TrestleSubject({ databaseUrl: database.url, log: say }, 'all');
  try {
    const running = await subject.start();
    const before = residentMemory(running.processId).nowMiB;
    const { seconds, boardId } = await importFile(running, subject.projectId);
    const peak = residentMemory(running.processId).peakMiB ?? Number.NaN;
    say(
      `import of ${ROWS} rows x 12 columns: ${seconds.toFixed(1)} s (at most ${MAX_SECONDS}), ` +
        `${peak.toFixed(0)} MiB resident at its highest (at most ${MAX_RESIDENT_MIB}), ${before.toFixed(0)} before`,
    );
    const exported = await exportBoard(running, boardId);
    const after = residentMemory(running.processId).peakMiB ?? Number.NaN;
    say(`export of the same: ${exported.toFixed(1)} s, ${after.toFixed(0)} MiB at its highest`);
    if (seconds > MAX_SECONDS || Math.max(peak, after) > MAX_RESIDENT_MIB) process.exitCode = 1;
  } finally {
    await subject.stop();
    await database.drop();
    await postgres.stop();
  }
}

main().catch((problem: unknown) => {
  process.stderr.write(`${problem instanceof Error ? problem.message : String(problem)}\n`);
  process.exitCode = 1;
});
