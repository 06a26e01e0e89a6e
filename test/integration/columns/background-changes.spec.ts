import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ColumnId } from '../../../src/kernel/ids';
import { ChangeColumnJob } from '../../../src/modules/columns/changes/change-column.job';
import { ColumnChangesRepository } from '../../../src/modules/columns/changes/column-changes.repository';
import { ColumnChangesService } from '../../../src/modules/columns/changes/column-changes.service';
import { BoardComputationsRepository } from '../../../src/modules/columns/computed/board-computations.repository';
import { ColumnValuesService } from '../../../src/modules/stored-values';
import { TransactionRunner } from '../../../src/platform/database/transaction-runner';
import { startApp, type TestApp } from '../../support/app';
import { aBoard, type ColumnSpec, type TestBoard } from '../../support/factories/board.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { listedItems } from '../../support/item-lists';
import { eventsDuring } from '../../support/refusals';

/** Two full batches of a background change and a part. */
const ITEMS = 450;
/** So many items are changed by the call itself. */
const AT_ONCE = 10;

const running = { id: '1', attempt: 1, isLastAttempt: false, signal: new AbortController().signal };

let app: TestApp;
let organization: TestOrganization;
beforeAll(async () => {
  // Without the worker role, so that what waits can be looked at.
  app = await startApp({ ROLES: 'api' });
  organization = await anOrganization({ app });
});
afterAll(() => app.close());

beforeEach(() => {
  const changes = app.nest.get(ColumnChangesService, { strict: false });
  const limit = vi.spyOn(changes, 'itemsAtOnce', 'get').mockReturnValue(AT_ONCE);
  return () => limit.mockRestore();
});

/** A board with many items that have the same values, by name of column. */
async function fullBoard(columns: ColumnSpec[], values: Record<string, unknown> = {}): Promise<TestBoard> {
  const board = await aBoard({ organization, columns });
  const byId = Object.fromEntries(Object.entries(values).map(([name, value]) => [board.column(name), value]));
  for (let done = 0; done < ITEMS; done += 90)
    await made(organization.owner.client, 'items.bulkCreate', {
      boardId: board.id,
      groupId: board.groupIds[0],
      items: Array.from({ length: 90 }, (_, at) => ({ name: `Item ${done + at}`, values: byId })),
    });
  return board;
}

const perform = (board: TestBoard, columnId: string) =>
  app.nest
    .get(ChangeColumnJob, { strict: false })
    .perform({ organizationId: organization.id, boardId: board.id, columnId: columnId as never }, running);

async function columnOf(board: TestBoard, id: string) {
  const { data } = await organization.owner.client.query('columns.list', { boardId: board.id });
  return data.columns.find((column: { id: string }) => column.id === id);
}

const itemsOf = (board: TestBoard, input: object = {}) =>
  listedItems(organization.owner.client, { boardId: board.id, ...input });

/** Items that a filter finds through the index of values. */
async function found(board: TestBoard, columnId: string, value: unknown): Promise<number> {
  return (await itemsOf(board, { filters: [{ columnId, operator: 'is', value }] })).length;
}

async function isComputing(board: TestBoard): Promise<boolean> {
  const repository = app.nest.get(BoardComputationsRepository, { strict: false });
  const context = { organizationId: organization.id, transaction: null };
  return (await repository.progress(context, board.id)) !== null;
}

describe('replacing a label of many items', () => {
  const LABELS = { labels: [{ name: 'New' }, { name: 'Old' }, { name: 'Older' }] };
  type Label = { id: string; name: string };

  /** A board whose items have labels that a call has removed. */
  async function replacing(type: 'status' | 'label', value: unknown) {
    const board = await fullBoard(
      [
        { name: 'L', type, config: LABELS },
        { name: 'F', type: 'formula', config: { expression: '{L} & ""' } },
      ],
      { L: value },
    );
    const columnId = board.column('L');
    const [kept] = (await columnOf(board, columnId)).config.labels as Label[];
    const updated = await made(organization.owner.client, 'columns.update', {
      id: columnId,
      config: { labels: [{ ...kept, name: 'Newest' }, { name: 'Added' }] },
      reassignTo: kept!.id,
    });
    return { board, columnId, updated };
  }
  const names = ({ config }: { config: { labels: Label[] } }) => config.labels.map(({ name }) => name);

  it('keeps removed labels until no item has them, with progress, and continues after an interruption', async () => {
    const { board, columnId, updated } = await replacing('status', 'Old');
    expect(names(updated)).toEqual(['Newest', 'Added', 'Old', 'Older']);
    expect((await columnOf(board, columnId)).computing).toEqual({ done: 0, total: ITEMS });

    const advance = vi.spyOn(ColumnChangesRepository.prototype, 'advance');
    advance.mockRejectedValueOnce(new Error('interrupted'));
    await expect(perform(board, columnId)).rejects.toThrow('interrupted');
    expect(await found(board, columnId, 'Old')).toBe(ITEMS);
    const events = await eventsDuring(organization, () => perform(board, columnId));
    expect(advance.mock.calls.map(([, , , items]) => items)).toEqual([200, 200, 200, 50, 0]);
    advance.mockRestore();

    expect(events).toMatchObject([
      { type: 'column.updated', actorId: organization.owner.userId, data: { column: { id: columnId } } },
    ]);
    const column = await columnOf(board, columnId);
    expect(names(column)).toEqual(['Newest', 'Added']);
    expect(column).not.toHaveProperty('computing');
    expect(await found(board, columnId, 'Newest')).toBe(ITEMS);
    const items = await itemsOf(board);
    expect(new Set(items.map(({ values }) => (values[columnId] as { label: string }).label))).toEqual(
      new Set(['Newest']),
    );
    // The formula reads the label.
    expect(await isComputing(board)).toBe(true);
  });

  it('leaves one of several labels that have become the same', async () => {
    const { board, columnId } = await replacing('label', ['Older', 'New', 'Old']);
    await perform(board, columnId);
    const [item] = await itemsOf(board);
    expect(item!.values[columnId]).toMatchObject([{ label: 'Newest' }]);
    const { rows } = await app.sql.query(
      `select count(*)::int as count, count(distinct item_key)::int as items from item_values
       where column_key = (select key from columns where id = $1)`,
      [columnId],
    );
    expect(rows).toEqual([{ count: ITEMS, items: ITEMS }]);
  });

  it('replaces every label where items have several of them', async () => {
    const board = await aBoard({ organization, columns: [{ name: 'L', type: 'label', config: LABELS }] });
    const columnId = board.column('L') as ColumnId;
    const [to, old, older] = (await columnOf(board, columnId)).config.labels as [Label, Label, Label];
    for (const labels of [['Old', 'Older'], ['Older'], ['Older'], ['Older']])
      await anItem(board, { values: { [columnId]: labels } });
    const service = app.nest.get(ColumnValuesService, { strict: false });
    const change = { labelIds: [old.id, older.id], to: to.id };
    // The item with both labels has two of the uses that a batch finds.
    await app.nest
      .get(TransactionRunner, { strict: false })
      .run({ organizationId: organization.id, transaction: null }, (tx) =>
        service.replaceAllLabels(tx, { boardId: board.id, columnId }, change, 2),
      );
    expect(await found(board, columnId, 'New')).toBe(4);
    expect(
      await service.firstInUse(
        { organizationId: organization.id, transaction: null },
        columnId,
        change.labelIds,
      ),
    ).toBeNull();
  });

  it('replaces labels that are written meanwhile', async () => {
    const { board, columnId } = await replacing('status', 'Old');
    const late = await anItem(board, { values: { [columnId]: 'Older' } });
    const writes: Promise<unknown>[] = [];
    const advance = vi.spyOn(ColumnChangesRepository.prototype, 'advance');
    const itemId = (await itemsOf(board))[0]!.id;
    const write = { itemId, columnId, value: 'Older' };
    const end = vi.spyOn(ColumnChangesRepository.prototype, 'end');
    advance.mockImplementationOnce(
      async () => void writes.push(made(organization.owner.client, 'items.setValue', write)),
    );
    await perform(board, columnId);
    await Promise.all(writes);
    expect(end).toHaveBeenCalledOnce();
    advance.mockRestore();
    end.mockRestore();
    expect(await valueOf(board, late, columnId)).toMatchObject({ label: 'Newest' });
    expect(await found(board, columnId, 'Newest')).toBe(ITEMS + 1);
  });

  it('409: the column accepts no other config and is not copied meanwhile; its name can change', async () => {
    const { board, columnId, updated } = await replacing('status', 'Old');
    const { client } = organization.owner;
    const config = { labels: updated.config.labels };
    expect(await client.mutate('columns.update', { id: columnId, config })).toMatchObject({ status: 409 });
    const copy = { id: columnId, includeValues: true };
    expect(await client.mutate('columns.duplicate', copy)).toMatchObject({ status: 409 });
    expect(await client.mutate('columns.update', { id: columnId, name: 'Stage' })).toMatchObject({
      status: 200,
    });
    await perform(board, columnId);
    expect(await columnOf(board, columnId)).toMatchObject({ name: 'Stage' });
    expect(await client.mutate('columns.duplicate', copy)).toMatchObject({ status: 200 });
  });

  it('ends after the board was deleted', async () => {
    const { board, columnId } = await replacing('status', 'Old');
    const { client } = organization.owner;
    await made(client, 'boards.delete', { id: board.id });
    await perform(board, columnId);
    const { rows } = await app.sql.query('select from column_changes where column_id = $1', [columnId]);
    expect(rows).toEqual([]);
  });

  it('replaces an option of a dropdown', async () => {
    const board = await fullBoard([{ name: 'D', type: 'dropdown', config: { options: ['a', 'b'] } }], {
      D: 'a',
    });
    const columnId = board.column('D');
    const config = { options: ['c'] };
    const { client } = organization.owner;
    const column = await made(client, 'columns.update', { id: columnId, config, reassignTo: 'c' });
    expect(column.config.options).toEqual(['c', 'a', 'b']);
    await perform(board, columnId);
    expect((await columnOf(board, columnId)).config.options).toEqual(['c']);
    expect(await found(board, columnId, 'c')).toBe(ITEMS);
  });
});

describe('duplicating a column of many items', () => {
  async function duplicating(type: string, value: unknown) {
    const board = await fullBoard([{ name: 'C', type }], { C: value });
    const copy = await made(organization.owner.client, 'columns.duplicate', {
      id: board.column('C'),
      includeValues: true,
    });
    return { board, copy };
  }

  it('copies the values in the background, but over none that was written meanwhile', async () => {
    const { board, copy } = await duplicating('text', 'same');
    const { client } = organization.owner;
    expect((await columnOf(board, copy.id)).computing).toEqual({ done: 0, total: null });
    expect(await found(board, copy.id, 'same')).toBe(0);
    const itemId = await anItem(board, { values: { [board.column('C')]: 'same', [copy.id]: 'mine' } });
    await perform(board, copy.id);
    expect(await valueOf(board, itemId, copy.id)).toBe('mine');
    expect(await found(board, copy.id, 'same')).toBe(ITEMS);
    expect(await columnOf(board, copy.id)).not.toHaveProperty('computing');
    const sorted = await itemsOf(board, { sortBy: copy.id });
    expect(sorted[0]!.id).toBe(itemId);
    expect(await client.mutate('columns.delete', { id: board.column('C') })).toMatchObject({ status: 200 });
    expect(await found(board, copy.id, 'same')).toBe(ITEMS);
  });

  it('ends copied timers', async () => {
    const board = await fullBoard([{ name: 'T', type: 'time_tracking' }]);
    const { client } = organization.owner;
    const itemId = (await itemsOf(board))[0]!.id;
    const columnId = board.column('T');
    await made(client, 'items.setValue', { itemId, columnId, value: { start: true } });
    const copy = await made(client, 'columns.duplicate', { id: columnId, includeValues: true });
    await perform(board, copy.id);
    expect(await valueOf(board, itemId as never, columnId)).toMatchObject({
      runningSince: expect.any(String),
    });
    expect(await valueOf(board, itemId as never, copy.id)).toMatchObject({ runningSince: null });
  });

  it('409: neither the original is deleted nor the board copied with its items meanwhile', async () => {
    const { board, copy } = await duplicating('number', 4);
    const { client } = organization.owner;
    const deletion = { id: board.column('C') };
    expect(await client.mutate('columns.delete', deletion)).toMatchObject({ status: 409 });
    const boardCopy = { id: board.id, includeItems: true };
    expect(await client.mutate('boards.duplicate', boardCopy)).toMatchObject({ status: 409 });
    expect(await client.mutate('boards.duplicate', { id: board.id })).toMatchObject({ status: 200 });
    await perform(board, copy.id);
    expect(await client.mutate('boards.duplicate', boardCopy)).toMatchObject({ status: 200 });
  });

  it('changes nothing after the copy was deleted', async () => {
    const { board, copy } = await duplicating('number', 4);
    await made(organization.owner.client, 'columns.delete', { id: copy.id });
    await perform(board, copy.id);
    const { rows } = await app.sql.query(
      'select count(*)::int as count from items where board_id = $1 and values ? $2',
      [board.id, copy.id],
    );
    expect(rows).toEqual([{ count: 0 }]);
  });
});

describe('numbering many items', () => {
  it('numbers them in board order while items are created, moved, deleted and restored', async () => {
    const board = await fullBoard([{ name: 'F', type: 'text' }]);
    const { client } = organization.owner;
    const before = await itemsOf(board);
    const ids = before.map(({ id }) => id);
    await made(client, 'items.delete', { id: ids[7] });
    const column = await made(client, 'columns.create', {
      boardId: board.id,
      name: 'No.',
      type: 'auto_number',
      config: { start: 5 },
    });
    expect((await columnOf(board, column.id)).computing).toEqual({ done: 0, total: ITEMS - 1 });
    const created = await anItem(board, { position: 0 });
    expect(await valueOf(board, created, column.id)).toBe(5 + ITEMS - 1);
    await made(client, 'items.restore', { id: ids[7] });
    expect(await valueOf(board, ids[7] as never, column.id)).toBe(5 + ITEMS);

    // When the numbers are planned, and none is written.
    const { advance } = ColumnChangesRepository.prototype;
    const planned = vi.spyOn(ColumnChangesRepository.prototype, 'advance');
    planned.mockImplementationOnce(async function (this: ColumnChangesRepository, ...given) {
      await advance.apply(this, given);
      await made(client, 'items.delete', { id: ids[20] });
      await made(client, 'items.move', { id: ids[30], groupId: board.groupIds[0] });
    });
    await perform(board, column.id);
    planned.mockRestore();
    const values = new Map((await itemsOf(board)).map((item) => [item.id, item.values[column.id]]));
    const numbered = ids.filter((id) => id !== ids[7]);
    expect(numbered.map((id) => values.get(id))).toEqual(
      numbered.map((id, at) => (id === ids[20] ? undefined : 5 + at)),
    );
    expect(new Set(values.values()).size).toBe(values.size);
    expect(values.size).toBe(ITEMS);
    await made(client, 'items.restore', { id: ids[20] });
    expect(await valueOf(board, ids[20] as never, column.id)).toBe(5 + ITEMS + 1);
    expect(await valueOf(board, await anItem(board), column.id)).toBe(5 + ITEMS + 2);
    expect(await columnOf(board, column.id)).not.toHaveProperty('computing');
    const { rows } = await app.sql.query('select count(*)::int as count from planned_numbers');
    expect(rows).toEqual([{ count: 0 }]);
  });
});
