import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChangeColumnJob } from '../../../src/modules/columns/changes/change-column.job';
import { ColumnChangeEndsService } from '../../../src/modules/columns/changes/column-change-ends.service';
import { ColumnChangesRepository } from '../../../src/modules/columns/changes/column-changes.repository';
import { ColumnChangesService } from '../../../src/modules/columns/changes/column-changes.service';
import { BOARD_STRUCTURE } from '../../../src/platform/database/locks';
import { startApp, type TestApp } from '../../support/app';
import type { WireAnswer } from '../../support/client';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { UNINTERRUPTED } from '../../support/job-run';
import { eventsDuring } from '../../support/refusals';

/** Two full batches of a background change and a part. */
const ITEMS = 450;
/** So many items are changed by the call itself. */
const AT_ONCE = 10;

let app: TestApp;
let organization: TestOrganization;
let atOnce: { mockReturnValue(limit: number): void };
beforeAll(async () => {
  // Without the worker role, so that what waits can be looked at.
  app = await startApp({ ROLES: 'api' });
  organization = await anOrganization({ app });
});
afterAll(() => app.close());

beforeEach(() => {
  const changes = app.nest.get(ColumnChangesService, { strict: false });
  const limit = vi.spyOn(changes, 'itemsAtOnce', 'get').mockReturnValue(AT_ONCE);
  atOnce = limit;
  return () => limit.mockRestore();
});

const owner = () => organization.owner.client;
const keyOf = (at: number) => `K-${at}`;

interface FullBoard extends TestBoard {
  key: string;
  items: string[];
}

/** A board whose items have different keys, or those that are given. */
async function fullBoard(
  keys: (at: number) => unknown = keyOf,
  { config = {}, type = 'text' }: { config?: object; type?: string } = {},
): Promise<FullBoard> {
  const columns = [
    { name: 'Key', type, config },
    { name: 'Note', type: 'text' },
  ];
  const board = await aBoard({ organization, columns });
  const key = board.column('Key');
  const items: string[] = [];
  for (let done = 0; done < ITEMS; done += 90) {
    const { items: created } = await made(owner(), 'items.bulkCreate', {
      boardId: board.id,
      groupId: board.groupIds[0],
      items: Array.from({ length: 90 }, (_, at) => ({ name: 'Item', values: { [key]: keys(done + at) } })),
    });
    items.push(...created.map(({ id }: { id: string }) => id));
  }
  return { ...board, key, items };
}

const setUnique = ({ key }: FullBoard, unique: unknown = true) =>
  owner().mutate('columns.update', { id: key, config: { unique } });
const setKey = ({ key }: FullBoard, itemId: string, value: unknown) =>
  owner().mutate('items.setValue', { itemId, columnId: key, value });
const create = (board: FullBoard, value: unknown) =>
  owner().mutate('items.create', {
    boardId: board.id,
    groupId: board.groupIds[0],
    name: 'New',
    values: { [board.key]: value },
  });
const upsert = (board: FullBoard, value: string) =>
  owner().mutate('items.upsert', {
    boardId: board.id,
    key: board.key,
    items: [{ key: value, name: 'Upserted' }],
  });

const perform = ({ id, key }: FullBoard) =>
  app.nest
    .get(ChangeColumnJob, { strict: false })
    .perform({ organizationId: organization.id, boardId: id, columnId: key as never }, UNINTERRUPTED);

async function columnOf({ id, key }: FullBoard, client = owner()) {
  const { data } = await client.query('columns.list', { boardId: id });
  return data.columns.find((column: { id: string }) => column.id === key);
}

async function keysOf({ key }: FullBoard): Promise<number> {
  const { rows } = await app.sql.query<{ count: number }>(
    `select count(*)::int as count from item_values
     where column_key = (select key from columns where id = $1) and ordinal = -1`,
    [key],
  );
  return rows[0]!.count;
}

/** Values that several items have, which are not in Trash. */
async function repeated({ id, key }: FullBoard): Promise<string[]> {
  const { rows } = await app.sql.query<{ value: string }>(
    `select trim(values ->> $2) as value from items where board_id = $1 and trashed_at is null and values ? $2
     group by 1 having count(*) > 1`,
    [id, key],
  );
  return rows.map(({ value }) => value);
}

const reasonOf = ({ status, error }: WireAnswer) => ({
  status,
  reason: (error?.data as { reason?: string } | undefined)?.reason,
});
const TAKEN = { status: 409, reason: 'value_not_unique' };

/** Runs `act` once, before a batch of a background change is committed. */
function duringTheFirstBatch(act: () => Promise<unknown>): () => void {
  const { advance } = ColumnChangesRepository.prototype;
  const spy = vi.spyOn(ColumnChangesRepository.prototype, 'advance');
  spy.mockImplementationOnce(async function (this: ColumnChangesRepository, ...given) {
    await advance.apply(this, given);
    await act();
  });
  return () => spy.mockRestore();
}

/** Runs `act` once, after the last batch and before the job locks the board to end the change. */
function beforeTheEnd(act: () => Promise<unknown>): () => void {
  const { end } = ColumnChangeEndsService.prototype;
  const spy = vi.spyOn(ColumnChangeEndsService.prototype, 'end');
  spy.mockImplementationOnce(async function (this: ColumnChangeEndsService, ...given) {
    await act();
    return end.apply(this, given);
  });
  return () => spy.mockRestore();
}

describe('a column of many items that becomes unique', () => {
  it('is not unique when the call returns, and is it after the job, with progress and an event', async () => {
    const board = await fullBoard();
    const answer = await setUnique(board);
    expect(answer).toMatchObject({ status: 200, data: { config: {} } });
    expect(await columnOf(board)).toMatchObject({ config: {}, computing: { done: 0, total: null } });

    // The second batch is rolled back, as with a worker that is killed.
    const { advance: original } = ColumnChangesRepository.prototype;
    const advance = vi.spyOn(ColumnChangesRepository.prototype, 'advance');
    advance.mockImplementationOnce(original).mockRejectedValueOnce(new Error('interrupted'));
    await expect(perform(board)).rejects.toThrow('interrupted');
    expect(await columnOf(board)).toMatchObject({ config: {}, computing: { done: 200, total: ITEMS } });
    const events = await eventsDuring(organization, () => perform(board));
    // The first attempt made one batch, and the second one continued after it.
    expect(advance.mock.calls.map(([, , , items]) => items)).toEqual([200, 200, 200, 50]);
    advance.mockRestore();

    expect(events).toMatchObject([
      {
        type: 'column.updated',
        actorId: organization.owner.userId,
        data: { column: { id: board.key, config: { unique: true } } },
      },
    ]);
    const column = await columnOf(board);
    expect(column).toMatchObject({ config: { unique: true } });
    expect(column).not.toHaveProperty('computing');
    expect(column).not.toHaveProperty('failure');
    expect(await keysOf(board)).toBe(ITEMS);
    expect(reasonOf(await create(board, keyOf(7)))).toEqual(TAKEN);
    expect(await upsert(board, keyOf(7))).toMatchObject({
      status: 200,
      data: { results: [{ id: board.items[7], outcome: 'updated' }] },
    });
  });

  it('accepts no value meanwhile that is known to be taken, and is no key for items.upsert yet', async () => {
    const board = await fullBoard();
    await setUnique(board);
    expect(await create(board, 'new')).toMatchObject({ status: 200 });
    expect(reasonOf(await create(board, ' new'))).toEqual(TAKEN);
    expect(reasonOf(await setKey(board, board.items[3]!, 'new'))).toEqual(TAKEN);
    expect(reasonOf(await upsert(board, 'new'))).toEqual({ status: 400, reason: 'key_not_unique' });
    const imported = { id: board.id, file: { content: 'Name,Key\nImported,fresh\nTwice,new\n' } };
    expect([400, 409]).toContain((await owner().mutate('boards.import', imported)).status);
    await perform(board);
    expect(await columnOf(board)).toMatchObject({ config: { unique: true } });
    expect(await repeated(board)).toEqual([]);
  });

  it('contains the values of an import, and of changes of items behind and before the job', async () => {
    const board = await fullBoard();
    await setUnique(board);
    const restore = duringTheFirstBatch(async () => {
      const imported = { id: board.id, file: { content: 'Name,Key\nOne,I-1\nTwo,I-2\n' } };
      expect(await owner().mutate('boards.import', imported)).toMatchObject({ status: 200 });
      expect(await setKey(board, board.items[440]!, 'after')).toMatchObject({ status: 200 });
      expect(await setKey(board, board.items[441]!, null)).toMatchObject({ status: 200 });
      await made(owner(), 'items.delete', { id: board.items[442] });
    });
    await perform(board);
    restore();
    expect(await columnOf(board)).toMatchObject({ config: { unique: true } });
    // One is empty, two are new.
    expect(await keysOf(board)).toBe(ITEMS - 1 + 2);
    for (const taken of ['I-1', 'I-2', 'after', keyOf(443)])
      expect(reasonOf(await create(board, taken))).toEqual(TAKEN);
    // Of an item in Trash, which cannot return then.
    expect(await create(board, keyOf(442))).toMatchObject({ status: 200 });
    expect(reasonOf(await owner().mutate('items.restore', { id: board.items[442] }))).toEqual(TAKEN);
  });

  it('has no repeated value after any number of parallel writers, or is not unique', async () => {
    const board = await fullBoard();
    await setUnique(board);
    const writes: Promise<WireAnswer>[] = [];
    const ended = new AbortController();
    const writer = async (number: number) => {
      for (let at = 0; !ended.signal.aborted; at += 1) {
        const value = `W-${at % 40}`;
        const write =
          at % 2 === 0
            ? create(board, value)
            : setKey(board, board.items[(number * 37 + at) % ITEMS]!, value);
        writes.push(write);
        await write;
      }
    };
    const writers = [1, 2, 3].map(writer);
    await perform(board);
    expect(await columnOf(board)).toMatchObject({ config: { unique: true } });
    ended.abort();
    await Promise.all(writers);
    const statuses = (await Promise.all(writes)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(await repeated(board)).toEqual([]);
    const { rows } = await app.sql.query<{ count: number }>(
      'select count(*)::int as count from items where board_id = $1 and values ? $2',
      [board.id, board.key],
    );
    expect(await keysOf(board)).toBe(rows[0]!.count);
  });

  it('lets writers of the board write while the job waits for one of them', async () => {
    const board = await fullBoard();
    await setUnique(board);
    // Like two imports that take minutes, and one of which updates an item.
    const [first, second] = [await app.sql.connect(), await app.sql.connect()];
    const isWaiting = async () => {
      const { rows } = await app.sql.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    };
    try {
      for (const writer of [first, second]) {
        await writer.query('begin');
        await writer.query(`select ${BOARD_STRUCTURE.shared('$1')}`, [board.id]);
      }
      await first.query('select from items where id = $1 for no key update', [board.items[300]]);
      const job = perform(board);
      await vi.waitUntil(isWaiting, { interval: 10 });
      expect(await create(board, 'first')).toMatchObject({ status: 200 });
      expect(await setKey(board, board.items[299]!, 'second')).toMatchObject({ status: 200 });
      await first.query('commit');
      await vi.waitUntil(async () => (await columnOf(board)).computing.done === ITEMS, { interval: 10 });
      await vi.waitUntil(isWaiting, { interval: 10 });
      expect(await create(board, 'third')).toMatchObject({ status: 200 });
      await second.query('commit');
      await job;
    } finally {
      for (const writer of [first, second]) {
        await writer.query('rollback');
        writer.release();
      }
    }
    expect(await columnOf(board)).toMatchObject({ config: { unique: true } });
    for (const taken of ['first', 'second', 'third'])
      expect(reasonOf(await create(board, taken))).toEqual(TAKEN);
  });

  it('ends while items are created', async () => {
    const board = await fullBoard();
    await setUnique(board);
    const restore = beforeTheEnd(() => create(board, 'at the end'));
    const advance = vi.spyOn(ColumnChangesRepository.prototype, 'advance');
    await perform(board);
    expect(advance).toHaveBeenCalledTimes(3);
    advance.mockRestore();
    restore();
    expect(await columnOf(board)).toMatchObject({ config: { unique: true } });
    expect(reasonOf(await create(board, 'at the end'))).toEqual(TAKEN);
  });

  it('keeps other settings of the call, and rejects a default value meanwhile', async () => {
    const board = await fullBoard();
    const update = { id: board.key, name: 'Number', required: true, config: { unique: true } };
    expect(await owner().mutate('columns.update', update)).toMatchObject({
      status: 200,
      data: { name: 'Number', required: true, config: {} },
    });
    const withDefault = { id: board.key, defaultValue: 'x' };
    expect(await owner().mutate('columns.update', withDefault)).toMatchObject({ status: 400 });
    // The same call again.
    expect(await setUnique(board)).toMatchObject({ status: 200, data: { config: {} } });
    expect(await owner().mutate('columns.update', { id: board.key, name: 'Code' })).toMatchObject({
      status: 200,
      data: { name: 'Code', config: {} },
    });
    await perform(board);
    expect(await columnOf(board)).toMatchObject({ name: 'Code', required: true, config: { unique: true } });
  });

  it('409: another config meanwhile', async () => {
    const board = await fullBoard((at) => at / 8, { type: 'number', config: { decimals: 3 } });
    await setUnique(board);
    const update = { id: board.key, config: { decimals: 2 } };
    expect(await owner().mutate('columns.update', update)).toMatchObject({ status: 409 });
    await perform(board);
    expect(await columnOf(board)).toMatchObject({ config: { decimals: 3, unique: true } });
    expect(reasonOf(await create(board, 0.125))).toEqual(TAKEN);
    expect(await owner().mutate('columns.update', update)).toMatchObject({
      status: 200,
      data: { config: { decimals: 2, unique: true } },
    });
  });

  it('is not unique in templates and copies that are made meanwhile', async () => {
    const board = await fullBoard();
    await setUnique(board);
    const template = await made(owner(), 'templates.create', { boardId: board.id, name: 'T' });
    const shown = await owner().query('templates.get', { id: template.id });
    expect(JSON.stringify(shown.data)).not.toContain('"unique"');
    const copy = await made(owner(), 'boards.duplicate', { id: board.id });
    const { data } = await owner().query('columns.list', { boardId: copy.id });
    expect(data.columns[0].config).toEqual({});
    const duplicate = { id: board.key, includeValues: true };
    expect(await owner().mutate('columns.duplicate', duplicate)).toMatchObject({ data: { config: {} } });
  });
});

describe('a column of many items with repeated values', () => {
  const withTwins = (at: number) => (at === 30 ? keyOf(10) : at === 430 ? keyOf(220) : keyOf(at));

  it('stays as it was, shows the error of the call for few items, and can be changed again', async () => {
    const board = await fullBoard(withTwins);
    atOnce.mockReturnValue(ITEMS);
    const { error } = await setUnique(board);
    const { reason, issues } = error!.data as object as {
      reason: string;
      issues: { path: string; message: string }[];
    };
    expect(issues.map(({ message }) => message)).toEqual([
      `Key: The items ${board.items[10]} and ${board.items[30]} have the same value`,
      `Key: The items ${board.items[220]} and ${board.items[430]} have the same value`,
    ]);

    atOnce.mockReturnValue(AT_ONCE);
    const before = await columnOf(board);
    expect(await setUnique(board)).toMatchObject({ status: 200 });
    const changed = await columnOf(board);
    const events = await eventsDuring(organization, () => perform(board));
    expect(events).toEqual([]);
    const column = await columnOf(board);
    const { computing: _computing, ...unchanged } = changed;
    expect(column).toEqual({ ...unchanged, failure: { reason, message: error!.message, issues } });
    expect(column.config).toEqual(before.config);
    expect(await keysOf(board)).toBe(0);
    expect(await create(board, keyOf(1))).toMatchObject({ status: 200 });

    const viewer = await organization.addMember();
    const access = { workspaceId: board.workspace.id, userId: viewer.userId, role: 'viewer' };
    await made(owner(), 'workspaces.members.add', access);
    expect(await columnOf(board, viewer.client)).not.toHaveProperty('failure');

    for (const id of [board.items[1]!, board.items[30]!, board.items[430]!]) await setKey(board, id, null);
    expect(await setUnique(board)).toMatchObject({ status: 200 });
    expect(await columnOf(board)).not.toHaveProperty('failure');
    await perform(board);
    expect(await columnOf(board)).toMatchObject({ config: { unique: true } });
    expect(await columnOf(board)).not.toHaveProperty('failure');
  });

  it('no longer shows an error after another config', async () => {
    const board = await fullBoard(withTwins);
    await setUnique(board);
    await perform(board);
    expect(await columnOf(board)).toHaveProperty('failure');
    await made(owner(), 'columns.update', { id: board.key, name: 'Code' });
    expect((await columnOf(board)).failure.message).toContain('Code: The items ');
    expect(await setUnique(board, false)).toMatchObject({ status: 200 });
    expect(await columnOf(board)).not.toHaveProperty('failure');
  });

  it('names 20 pairs, and compares no more values then', async () => {
    const board = await fullBoard((at) => keyOf(at % 50));
    await setUnique(board);
    const advance = vi.spyOn(ColumnChangesRepository.prototype, 'advance');
    await perform(board);
    // One batch found them, and three remove what it wrote.
    expect(advance).toHaveBeenCalledTimes(4);
    advance.mockRestore();
    expect((await columnOf(board)).failure.issues).toHaveLength(20);
    expect(await keysOf(board)).toBe(0);
  });

  it('becomes unique if they are changed or deleted before the end', async () => {
    const board = await fullBoard(withTwins);
    await setUnique(board);
    const restore = beforeTheEnd(async () => {
      expect(await setKey(board, board.items[30]!, 'other')).toMatchObject({ status: 200 });
      await made(owner(), 'items.delete', { id: board.items[220] });
    });
    await perform(board);
    restore();
    expect(await columnOf(board)).toMatchObject({ config: { unique: true } });
    expect(reasonOf(await create(board, keyOf(220)))).toEqual(TAKEN);
    expect(await keysOf(board)).toBe(ITEMS);
  });

  it('names a value that is written before the job reads the item that has it', async () => {
    const board = await fullBoard();
    await setUnique(board);
    const late = await create(board, keyOf(400));
    expect(late).toMatchObject({ status: 200 });
    await perform(board);
    const { failure } = await columnOf(board);
    expect(failure.issues).toEqual([
      { path: 'config.unique', message: expect.stringContaining(board.items[400]!) },
    ]);
    expect(failure.message).toContain(late.data.id);
  });
});

describe('a change of a unique column in the background', () => {
  it('ends without the column being unique when unique is switched off meanwhile', async () => {
    const board = await fullBoard();
    await setUnique(board);
    const trashed = (await create(board, 'in Trash')).data.id;
    await made(owner(), 'items.delete', { id: trashed });
    const { advance: original } = ColumnChangesRepository.prototype;
    const advance = vi.spyOn(ColumnChangesRepository.prototype, 'advance');
    advance.mockImplementationOnce(original).mockRejectedValueOnce(new Error('interrupted'));
    await expect(perform(board)).rejects.toThrow('interrupted');
    advance.mockRestore();
    expect(await setUnique(board, false)).toMatchObject({ status: 200, data: { config: {} } });
    expect(await columnOf(board)).toHaveProperty('computing');
    // While keys are removed, values can repeat already, and items return from Trash.
    expect(await create(board, 'in Trash')).toMatchObject({ status: 200 });
    expect(await owner().mutate('items.restore', { id: trashed })).toMatchObject({ status: 200 });
    expect(await setUnique(board)).toMatchObject({ status: 409 });
    await perform(board);
    const column = await columnOf(board);
    expect(column).toMatchObject({ config: {} });
    expect(column).not.toHaveProperty('computing');
    expect(column).not.toHaveProperty('failure');
    expect(await keysOf(board)).toBe(0);
  });

  it('removes the keys with the same call again when the attempts of its job are exhausted', async () => {
    const board = await fullBoard();
    await setUnique(board);
    await setUnique(board, false);
    const queued = () =>
      app.sql.query(`select from graphile_worker._private_jobs where payload ->> 'columnId' = $1`, [
        board.key,
      ]);
    await app.sql.query(`delete from graphile_worker._private_jobs where payload ->> 'columnId' = $1`, [
      board.key,
    ]);
    expect(await setUnique(board)).toMatchObject({ status: 409 });
    expect((await queued()).rowCount).toBe(0);
    expect(await setUnique(board, false)).toMatchObject({ status: 200, data: { config: {} } });
    expect((await queued()).rowCount).toBe(1);
    await perform(board);
    expect(await columnOf(board)).not.toHaveProperty('computing');
    expect(await keysOf(board)).toBe(0);
    expect(await setUnique(board)).toMatchObject({ status: 200 });
  });

  it('is not confused by a call that stops it between its last batch and its end', async () => {
    const board = await fullBoard();
    await setUnique(board);
    const restore = beforeTheEnd(() =>
      made(owner(), 'columns.update', { id: board.key, config: { unique: false } }),
    );
    await perform(board);
    restore();
    expect(await columnOf(board)).toMatchObject({ config: {} });
    expect(await keysOf(board)).toBe(0);
    const { rows } = await app.sql.query('select from column_changes where column_id = $1', [board.key]);
    expect(rows).toEqual([]);
  });

  it.each([
    ['the column', 'columns.delete', (board: FullBoard) => board.key],
    ['the board', 'boards.delete', (board: FullBoard) => board.id],
  ])('ends after %s was deleted meanwhile', async (_what, procedure, idOf) => {
    const board = await fullBoard();
    await setUnique(board);
    const { advance: original } = ColumnChangesRepository.prototype;
    const advance = vi.spyOn(ColumnChangesRepository.prototype, 'advance');
    advance.mockImplementationOnce(original).mockRejectedValueOnce(new Error('interrupted'));
    await expect(perform(board)).rejects.toThrow('interrupted');
    advance.mockRestore();
    await made(owner(), procedure, { id: idOf(board) });
    await perform(board);
    const { rows } = await app.sql.query('select from column_changes where column_id = $1', [board.key]);
    expect(rows).toEqual([]);
  });

  it('continues while the board is archived', async () => {
    const board = await fullBoard();
    await setUnique(board);
    await made(owner(), 'boards.archive', { id: board.id });
    await perform(board);
    await made(owner(), 'boards.restore', { id: board.id });
    expect(await columnOf(board)).toMatchObject({ config: { unique: true } });
    expect(reasonOf(await create(board, keyOf(3)))).toEqual(TAKEN);
  });

  it('removes the keys of a column that stops being unique, whose values can repeat already', async () => {
    atOnce.mockReturnValue(ITEMS);
    const board = await fullBoard(keyOf, { config: { unique: true } });
    await made(owner(), 'items.delete', { id: board.items[5] });
    expect(await create(board, keyOf(5))).toMatchObject({ status: 200 });
    atOnce.mockReturnValue(AT_ONCE);
    expect(await setUnique(board, null)).toMatchObject({ status: 200, data: { config: {} } });
    expect(await create(board, keyOf(9))).toMatchObject({ status: 200 });
    expect(await owner().mutate('items.restore', { id: board.items[5] })).toMatchObject({ status: 200 });
    expect(await setUnique(board)).toMatchObject({ status: 409 });
    await perform(board);
    expect(await keysOf(board)).toBe(0);
    expect(await columnOf(board)).not.toHaveProperty('computing');
    expect(await repeated(board)).toEqual(expect.arrayContaining([keyOf(5), keyOf(9)]));
  });

  it('is not begun by a dry run', async () => {
    const board = await fullBoard();
    const input = { id: board.key, config: { unique: true } };
    expect(await owner().mutate('columns.update', input, { 'x-dry-run': '1' })).toMatchObject({
      status: 200,
    });
    const item = await anItem(board, { values: { [board.key]: keyOf(1) } });
    expect(await valueOf(board, item, board.key)).toBe(keyOf(1));
    expect(await columnOf(board)).not.toHaveProperty('computing');
  });
});
