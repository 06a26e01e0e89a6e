import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '../support/app';
import { anAutomation } from '../support/factories/automation.factory';
import { aBoard, type TestBoard } from '../support/factories/board.factory';
import { anOrganization } from '../support/factories/organization.factory';
import { seededRandom } from '../support/seeded-random';
import { ServiceProcesses } from '../support/service-processes';

const PROCESSES = 3;
const WRITERS = 8;
/** .ci/long kills more, and writes more: together at most 200 calls a second instead of 50. */
const LONG_KILLS = process.env['AUTOMATION_PROCESS_KILLS'];
const KILLS = Number(LONG_KILLS ?? 2);
const PAUSE_MS = LONG_KILLS === undefined ? 160 : 40;
/** After the last write, until all executions have ended: a killed process's job is free after a minute. */
const CATCH_UP_MS = 300_000 + KILLS * 20_000;
const SEED = Number(process.env['AUTOMATION_PROCESS_SEED'] ?? 20_951);

let app: TestApp;
let processes: ServiceProcesses;

beforeEach(async () => {
  app = await startApp({ ROLES: 'api' });
  processes = new ServiceProcesses(app.databaseUrl);
});
afterEach(async () => {
  await processes.discard();
  await app.close();
});

/** Creates items until the signal aborts; returns the ids of those that were acknowledged. */
async function write(board: TestBoard, signal: AbortSignal, random: () => number): Promise<string[]> {
  const acknowledged: string[] = [];
  const { token } = board.organization.owner.client.caller;
  const headers = { authorization: `Bearer ${token!}`, 'content-type': 'application/json' };
  const json = { boardId: board.id, groupId: board.groupIds[0], name: 'Item' };
  while (!signal.aborted) {
    await delay(PAUSE_MS);
    const service = processes.any(random);
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

it(
  'every acknowledged change is in the log once and has run its automation once, whichever processes are killed',
  { timeout: CATCH_UP_MS + 180_000 + KILLS * 30_000 },
  async () => {
    const organization = await anOrganization({ app });
    const board = await aBoard({ organization });
    const target = await aBoard({ organization });
    const config = { boardId: target.id, groupId: target.groupIds[0], name: '{item.id}' };
    await anAutomation(board, { actions: [{ type: 'create_item', config }] });
    await processes.start(PROCESSES);

    const random = seededRandom(SEED);
    const writing = new AbortController();
    const writers = Array.from({ length: WRITERS }, (_, at) =>
      write(board, writing.signal, seededRandom(SEED + at)),
    );
    for (let kill = 0; kill < KILLS; kill += 1) await processes.killOne(random);
    writing.abort();
    const acknowledged = (await Promise.all(writers)).flat();
    expect(acknowledged.length).toBeGreaterThan(KILLS);

    const found = async (text: string, values: unknown[] = []) => (await app.sql.query(text, values)).rows;
    await vi.waitFor(
      async () => {
        expect(await found('select from outbox limit 1')).toEqual([]);
        // In one statement: an execution is queued later than its event leaves the outbox.
        const [{ ran, created }] = (await found(
          `select (select count(*)::int from items where board_id = $1) as created,
             (select count(*)::int from automation_executions where status <> 'queued') as ran`,
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
