import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ItemId } from '../../../src/kernel/ids';
import {
  RefreshLookupsJob,
  type RefreshLookupsPayload,
} from '../../../src/modules/columns/computed/lookups/refresh-lookups.job';
import { startApp, type TestApp } from '../../support/app';
import { deliverEvents } from '../../support/events';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';

describe('changed cells that lookups show', () => {
  let app: TestApp;
  let target: TestBoard;
  let price: string;
  let items: ItemId[];
  let linking: { board: TestBoard; itemId: ItemId; sum: string }[];

  /** Two boards that look at a third, one of them through the other. Nothing but these tests runs jobs. */
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    const organization = await anOrganization({ app });
    const columns = [
      { name: 'Price', type: 'number' },
      { name: 'Note', type: 'text' },
    ];
    target = await aBoard({ organization, columns });
    price = target.column('Price');
    items = [await anItem(target), await anItem(target)];
    linking = [];
    let [seen, shown] = [items, price];
    for (let at = 0; at < 2; at += 1) {
      const board = await aBoard({ organization, columns: [{ name: 'Links', type: 'link' }] });
      const config = { linkColumnId: board.column('Links'), targetColumnId: shown, aggregate: 'sum' };
      const column = { boardId: board.id, name: 'Sum', type: 'lookup', config };
      const { id: sum } = await made(organization.owner.client, 'columns.create', column);
      const itemId = await anItem(board, { values: { [board.column('Links')]: seen } });
      linking.push({ board, itemId, sum });
      [seen, shown] = [[itemId], sum];
    }
    await deliverEvents(app);
  });
  afterAll(() => app.close());
  beforeEach(() => app.sql.query('truncate graphile_worker._private_jobs'));

  const set = (itemId: ItemId, columnId: string, value: unknown) =>
    made(target.organization.owner.client, 'items.setValue', { itemId, columnId, value });

  async function jobs(): Promise<object[]> {
    const { rows } = await app.sql.query<{ payload: object }>(
      `select payload from graphile_worker._private_jobs job
       join graphile_worker._private_tasks task on task.id = job.task_id
       where task.identifier = 'columns.refresh-lookups'`,
    );
    return rows.map(({ payload }) => payload);
  }

  it('share one job with the other changes of their board', async () => {
    await set(items[0]!, price, 1);
    await set(items[1]!, price, 2);
    await set(items[0]!, price, 3);
    expect(await jobs()).toEqual([]);
    await deliverEvents(app);
    const organizationId = target.organization.id;
    expect(await jobs()).toEqual([{ organizationId, itemIds: items, columnIds: [price], depth: 0 }]);
  });

  it('are written with one statement', async () => {
    await set(items[0]!, price, 10);
    const query = vi.spyOn(pg.Client.prototype, 'query');
    await set(items[0]!, price, 11);
    // The process also checks its connections, with plain texts.
    const sent = (query.mock.calls as unknown as [{ text: string } | string][]).map(([given]) =>
      typeof given === 'string' ? given : given.text,
    );
    query.mockRestore();
    expect(sent.filter((text) => text.includes('item_set_value'))).toHaveLength(1);
    expect(sent.filter((text) => /^(begin|commit)$|add_job/.test(text))).toEqual([]);
    await deliverEvents(app);
  });

  it('of a column that no lookup shows have no job', async () => {
    await set(items[0]!, target.column('Note'), 'unseen');
    await deliverEvents(app);
    expect(await jobs()).toEqual([]);
  });

  it('are followed through lookups of lookups by the job alone, once', async () => {
    await set(items[0]!, price, 20);
    await set(items[1]!, price, 22);
    await deliverEvents(app);
    const job = app.nest.get(RefreshLookupsJob, { strict: false });
    const run = { id: '1', attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
    const [first, second] = linking;
    await job.perform((await jobs())[0] as RefreshLookupsPayload, run);
    expect(await valueOf(first!.board, first!.itemId, first!.sum)).toBe(42);
    // The event of the lookup's own change has no further job.
    await app.sql.query(`delete from graphile_worker._private_jobs where payload ->> 'depth' = '0'`);
    await deliverEvents(app);
    const [next, ...others] = await jobs();
    expect(others).toEqual([]);
    expect(next).toMatchObject({ itemIds: [first!.itemId], columnIds: [first!.sum], depth: 1 });
    await job.perform(next as RefreshLookupsPayload, run);
    expect(await valueOf(second!.board, second!.itemId, second!.sum)).toBe(42);
  });
});
