import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ColumnChangesService } from '../../src/modules/columns/changes/column-changes.service';
import { AbandonedJobs } from '../../src/platform/jobs/abandoned-jobs';
import { startApp, type TestApp } from '../support/app';
import { aBoard } from '../support/factories/board.factory';
import { anOrganization } from '../support/factories/organization.factory';
import { made } from '../support/factories/workspace.factory';
import { WorkerProcesses } from '../support/worker-processes';

/** Ten batches of the job. */
const ITEMS = 2_000;

let app: TestApp;
let workers: WorkerProcesses;

beforeEach(async () => {
  app = await startApp({ ROLES: 'api' });
  workers = new WorkerProcesses(app.databaseUrl);
  const changes = app.nest.get(ColumnChangesService, { strict: false });
  vi.spyOn(changes, 'itemsAtOnce', 'get').mockReturnValue(1_000);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await workers.discard();
  await app.close();
});

it('a column becomes unique while people write, although the worker is killed', async () => {
  const organization = await anOrganization({ app });
  const { client } = organization.owner;
  const board = await aBoard({ organization, columns: [{ name: 'Key', type: 'text' }] });
  const key = board.column('Key');
  const ids: string[] = [];
  for (let done = 0; done < ITEMS; done += 100) {
    const { items } = await made(client, 'items.bulkCreate', {
      boardId: board.id,
      groupId: board.groupIds[0],
      items: Array.from({ length: 100 }, (_, at) => ({ name: 'Item', values: { [key]: `K-${done + at}` } })),
    });
    ids.push(...items.map(({ id }: { id: string }) => id));
  }
  const shown = async () => (await client.query('columns.list', { boardId: board.id })).data.columns[0];

  // An item that another transaction has locked stops the job in the middle.
  const holder = await app.sql.connect();
  await holder.query('begin');
  await holder.query('select from items where id = $1 for no key update', [ids[1_100]]);
  await made(client, 'columns.update', { id: key, config: { unique: true } });

  const ended = new AbortController();
  const statuses = new Set<number>();
  const write = async (writer: number) => {
    for (let at = 0; !ended.signal.aborted; at += 1) {
      const value = `W-${at % 100}`;
      // Items before and behind the job, but not the one that is locked.
      const itemId = ids[(writer * 700 + at) % 1_000]!;
      const { status } =
        at % 2 === 0
          ? await client.mutate('items.setValue', { itemId, columnId: key, value })
          : await client.mutate('items.create', {
              boardId: board.id,
              groupId: board.groupIds[0],
              name: 'New',
              values: { [key]: value },
            });
      statuses.add(status);
    }
  };
  const writers = [0, 1, 2].map(write);

  const first = await workers.start();
  await vi.waitUntil(async () => (await shown()).computing.done >= 1_000);
  await workers.kill(first);
  expect(await shown()).toMatchObject({ config: {}, computing: { done: 1_000 } });
  await holder.query('rollback');
  holder.release();

  await workers.start();
  const abandoned = app.nest.get(AbandonedJobs, { strict: false });
  // The watch looks every ten seconds; here it looks immediately.
  await vi.waitUntil(async () => {
    await abandoned.look();
    return (await shown()).config.unique === true;
  });
  ended.abort();
  await Promise.all(writers);
  // Each write was made, or found the value taken: none waited in vain.
  expect([...statuses].toSorted()).toEqual([200, 409]);
  const { rows } = await app.sql.query(
    'select values ->> $2 from items where board_id = $1 and values ? $2 group by 1 having count(*) > 1',
    [board.id, key],
  );
  expect(rows).toEqual([]);
  const taken = { boardId: board.id, groupId: board.groupIds[0], name: 'Again', values: { [key]: 'K-1999' } };
  expect(await client.mutate('items.create', taken)).toMatchObject({
    status: 409,
    error: { data: { reason: 'value_not_unique' } },
  });
});
