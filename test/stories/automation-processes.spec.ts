import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startApp, TEST_SECRET, type TestApp } from '../support/app';
import { anAutomation } from '../support/factories/automation.factory';
import { aBoard, type TestBoard } from '../support/factories/board.factory';
import { anOrganization } from '../support/factories/organization.factory';
import { ServiceProcess } from '../support/service-process';

const PROCESSES = 3;
const WRITERS = 8;
/** .ci/long kills more, and writes more: together at most 200 calls a second instead of 50. */
const LONG_KILLS = process.env['AUTOMATION_PROCESS_KILLS'];
const KILLS = Number(LONG_KILLS ?? 2);
const PAUSE_MS = LONG_KILLS === undefined ? 160 : 40;
/** After the last write, until all executions have ended: a killed process's job is free after a minute. */
const CATCH_UP_MS = 300_000 + KILLS * 20_000;
const SEED = Number(process.env['AUTOMATION_PROCESS_SEED'] ?? 20_951);
const MAX_LIFE_MS = 2_000;

let app: TestApp;
let dataDir: string;
let processes: ServiceProcess[] = [];

beforeEach(async () => {
  app = await startApp({ ROLES: 'api' });
  dataDir = mkdtempSync(join(tmpdir(), 'trestle-data-'));
});
afterEach(async () => {
  for (const each of processes) await each.discard();
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** API and worker in one process, as `npm start` runs them. */
async function aProcess(): Promise<ServiceProcess> {
  const service = new ServiceProcess({
    DATABASE_URL: app.databaseUrl,
    APP_SECRET: TEST_SECRET,
    DATA_DIR: dataDir,
    PUBLIC_URL: 'http://127.0.0.1',
    RATE_LIMITS: 'off',
  });
  processes.push(service);
  return service.ready();
}

async function killOne(random: () => number): Promise<void> {
  await delay(random() * MAX_LIFE_MS);
  const victim = processes[Math.floor(random() * processes.length)]!;
  victim.signal('SIGKILL');
  expect(await victim.over()).toBe('SIGKILL');
  processes = processes.filter((each) => each !== victim);
  await aProcess();
}

/** Creates items until the signal aborts; returns the ids of those that were acknowledged. */
async function write(board: TestBoard, signal: AbortSignal, random: () => number): Promise<string[]> {
  const acknowledged: string[] = [];
  const { token } = board.organization.owner.client.caller;
  const headers = { authorization: `Bearer ${token!}`, 'content-type': 'application/json' };
  const json = { boardId: board.id, groupId: board.groupIds[0], name: 'Item' };
  while (!signal.aborted) {
    await delay(PAUSE_MS);
    const service = processes[Math.floor(random() * processes.length)]!;
    try {
      const body = JSON.stringify({ json });
      const response = await service.fetch('/api/trpc/items.create', { method: 'POST', headers, body });
      if (response.status !== 200) continue;
      const { result } = (await response.json()) as { result: { data: { json: { id: string } } } };
      acknowledged.push(result.data.json.id);
    } catch {
      // The process was killed before its response: the item can exist or not.
    }
  }
  return acknowledged;
}

/** Numbers from 0 to 1 that a seed determines. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

it(
  'every acknowledged change is in the log once and has run its automation once, whichever processes are killed',
  { timeout: CATCH_UP_MS + 180_000 + KILLS * 30_000 },
  async () => {
    const organization = await anOrganization({ app });
    const board = await aBoard({ organization });
    const target = await aBoard({ organization });
    const config = { boardId: target.id, groupId: target.groupIds[0], name: '{item.id}' };
    await anAutomation(board, { actions: [{ type: 'create_item', config }] });
    await Promise.all(Array.from({ length: PROCESSES }, aProcess));

    const random = randomOf(SEED);
    const writing = new AbortController();
    const writers = Array.from({ length: WRITERS }, (_, at) =>
      write(board, writing.signal, randomOf(SEED + at)),
    );
    for (let kill = 0; kill < KILLS; kill += 1) await killOne(random);
    writing.abort();
    const acknowledged = (await Promise.all(writers)).flat();
    expect(acknowledged.length).toBeGreaterThan(KILLS);

    const found = async (text: string, values: unknown[] = []) => (await app.sql.query(text, values)).rows;
    await vi.waitFor(
      async () => {
        expect(await found('select from outbox limit 1')).toEqual([]);
        expect(await found(`select from automation_executions where status = 'queued' limit 1`)).toEqual([]);
        const [{ ran, created }] = (await found(
          `select (select count(*)::int from items where board_id = $1) as created,
             (select count(*)::int from automation_executions) as ran`,
          [board.id],
        )) as [{ ran: number; created: number }];
        expect(ran).toBe(created);
      },
      { timeout: CATCH_UP_MS, interval: 500 },
    );

    const items = (await found('select id from items where board_id = $1', [board.id])).map(
      ({ id }) => id as string,
    );
    expect(acknowledged.filter((id) => !items.includes(id))).toEqual([]);
    const events = await found(
      `select item_id as id from events where type = 'item.created' and board_id = $1`,
      [board.id],
    );
    expect(events.map(({ id }) => id as string).toSorted()).toEqual(items.toSorted());
    const executions = await found(`select status, triggered_by->>'itemId' as id from automation_executions`);
    expect(executions.filter(({ status }) => status !== 'success')).toEqual([]);
    expect(executions.map(({ id }) => id as string).toSorted()).toEqual(items.toSorted());
    const made = await found('select name from items where board_id = $1', [target.id]);
    expect(made.map(({ name }) => name as string).toSorted()).toEqual(items.toSorted());
  },
);
