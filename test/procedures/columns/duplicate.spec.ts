import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { COLUMN_TYPE_NAMES } from '../../../src/column-types/column-type';
import {
  codesWithoutCredential,
  ONLY_BUILDERS,
  statusesByRole,
  statusWithoutScope,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { columnExamples } from '../../support/column-examples';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';
import { made } from '../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

const EXAMPLES = columnExamples((pattern) => expect.stringMatching(pattern));

describe('columns.duplicate', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ columns: [{ name: 'Links', type: 'link' }] });
  });
  const duplicate = (input: object, client = board.organization.owner.client) =>
    client.mutate('columns.duplicate', input);
  const aColumn = (given: object = {}, on = board) =>
    made(on.organization.owner.client, 'columns.create', {
      boardId: on.id,
      name: 'Column',
      type: 'text',
      ...given,
    });

  it('200: next to the original, called a copy', async () => {
    const own = await aBoard({ ...board, columns: ['A', 'B'].map((name) => ({ name, type: 'text' })) });
    const { client } = own.organization.owner;
    const { status, data } = await duplicate({ id: own.column('A') });
    expect(status).toBe(200);
    const [a, b] = own.record.columns;
    expect(data).toEqual({
      ...a,
      id: data.id,
      name: 'A (Copy)',
      position: 1,
      createdAt: data.createdAt,
      updatedAt: data.createdAt,
    });
    expect(data.id).not.toBe(a.id);
    const { data: listed } = await client.query('columns.list', { boardId: own.id });
    expect(listed.columns).toEqual([a, data, { ...b, position: 2 }]);
    expect((await duplicate({ id: own.column('B'), name: 'C' })).data).toMatchObject({
      name: 'C',
      position: 3,
    });
  });

  it('200: a name that fits the limit', async () => {
    for (const [original, copied] of [
      ['x'.repeat(93), `${'x'.repeat(93)} (Copy)`],
      ['x'.repeat(100), `${'x'.repeat(93)} (Copy)`],
      [`${'x'.repeat(92)}😀😀`, `${'x'.repeat(92)} (Copy)`],
    ]) {
      const { id } = await aColumn({ name: original });
      expect((await duplicate({ id })).data.name).toBe(copied);
    }
  });

  it('200: writes one event in the same transaction', async () => {
    const { id } = await aColumn();
    let copy: unknown;
    const events = await eventsDuring(board.organization, async () => {
      copy = (await duplicate({ id })).data;
    });
    expect(events).toMatchObject([{ type: 'column.created', boardId: board.id, data: { column: copy } }]);
  });

  it('200: labels get new ids, also in the defaults', async () => {
    const original = await aColumn({
      type: 'status',
      width: 99,
      required: true,
      config: { labels: [{ name: 'Open' }, { name: 'Closed' }], defaultLabelId: 'Closed' },
      defaultValue: 'Open',
    });
    const { data: copy } = await duplicate({ id: original.id });
    const shared = { width: 99, required: true };
    expect(copy).toMatchObject(shared);
    expect(copy.config.labels).toMatchObject(
      original.config.labels.map(({ name, color }: { name: string; color: string }) => ({ name, color })),
    );
    const [open, closed] = copy.config.labels;
    expect(copy.config.defaultLabelId).toBe(closed.id);
    expect(copy.defaultValue).toMatchObject({ id: open.id, label: 'Open' });
    const ids = [...original.config.labels, ...copy.config.labels].map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(4);
    for (const { id } of [original, copy]) {
      await board.organization.owner.client.mutate('columns.update', { id, required: false });
    }
  });

  it('200: every type, with its values', async () => {
    const { client, userId } = board.organization.owner;
    const other = await aBoard({ ...board, columns: [{ name: 'Price', type: 'number' }] });
    const world = {
      userId,
      otherBoardId: other.id,
      otherItemId: await anItem(other),
      otherColumnId: other.column('Price'),
      linkColumnId: board.column('Links'),
      itemId: await anItem(board),
    };
    for (const type of COLUMN_TYPE_NAMES) {
      const { config, value } = EXAMPLES[type];
      const original = await aColumn({ type, config: config?.(world) });
      const values = value ? { [original.id]: value(world) } : {};
      const live = await anItem(board, { values });
      const sub = await anItem(board, { parentId: live, values });
      const trashed = await anItem(board, { values });
      await client.mutate('items.delete', { id: trashed });
      const { status, data: copy } = await duplicate({ id: original.id, includeValues: true });
      expect([type, status]).toEqual([type, 200]);
      await client.mutate('items.restore', { id: trashed });
      for (const item of value ? [live, sub, trashed] : [live, sub]) {
        const [was, is] = [await valueOf(board, item, original.id), await valueOf(board, item, copy.id)];
        expect(withoutIds(is)).toEqual(withoutIds(was));
      }
      const by = async (sortBy: string) => {
        const { data } = await client.query('items.list', { boardId: board.id, sortBy, limit: 200 });
        return data.items.map(({ id }: { id: string }) => id);
      };
      expect(await by(copy.id)).toEqual(await by(original.id));
    }
  });

  it('200: values only on request, and independent of the original’s', async () => {
    const own = await aBoard({
      ...board,
      columns: [{ name: 'L', type: 'label', config: { labels: [{ name: 'a' }, { name: 'b' }] } }],
    });
    const { client } = own.organization.owner;
    const id = own.column('L');
    const item = await anItem(own, { values: { [id]: ['b', 'a'] } });
    const { data: empty } = await duplicate({ id });
    expect(await valueOf(own, item, empty.id)).toBeNull();
    const { data: full } = await duplicate({ id, includeValues: true });
    const labels = full.config.labels.map((label: { id: string }) => label.id);
    expect(await valueOf(own, item, full.id)).toMatchObject([{ id: labels[1] }, { id: labels[0] }]);
    // The label is in use through the copied index rows, and goes by them.
    const config = { labels: [full.config.labels[0]] };
    expect((await client.mutate('columns.update', { id: full.id, config })).status).toBe(400);
    await made(client, 'columns.update', { id: full.id, config, reassignTo: labels[0] });
    expect(await valueOf(own, item, full.id)).toMatchObject([{ label: 'a' }]);
    expect(await valueOf(own, item, id)).toMatchObject([{ label: 'b' }, { label: 'a' }]);
  });

  it('200: a timer runs in the original only', async () => {
    const own = await aBoard({ ...board, columns: [{ name: 'Time', type: 'time_tracking' }] });
    const { client } = own.organization.owner;
    const columnId = own.column('Time');
    const itemId = await anItem(own);
    for (const value of [{ start: true }, { stop: true }, { seconds: 90 }, { start: true }])
      await made(client, 'items.setValue', { itemId, columnId, value });
    const tracked = (await valueOf(own, itemId, columnId)) as { entries: object[] };
    const { data: copy } = await duplicate({ id: columnId, includeValues: true });
    const finished = { seconds: 90, runningSince: null, entries: tracked.entries.slice(0, 1) };
    expect(await valueOf(own, itemId, copy.id)).toEqual(finished);
    expect(await valueOf(own, itemId, columnId)).toEqual(tracked);
    await made(client, 'items.setValue', { itemId, columnId, value: { stop: true } });
    await made(client, 'items.setValue', { itemId, columnId: copy.id, value: { start: true } });
  });

  it('200: numbers are assigned again, in board order', async () => {
    const own = await aBoard({ ...board, columns: [{ name: 'N', type: 'auto_number' }] });
    const second = await anItem(own);
    const first = await anItem(own, { position: 0 });
    for (const includeValues of [false, true]) {
      const { data } = await duplicate({ id: own.column('N'), includeValues });
      expect(await valueOf(own, first, data.id)).toBe(1);
      expect(await valueOf(own, second, data.id)).toBe(2);
    }
    expect(await valueOf(own, first, own.column('N'))).toBe(2);
  });

  it.each([
    ['no id', {}, 'id'],
    ['a blank name', { id: newId('column'), name: '' }, 'name'],
    ['a name of 101 characters', { id: newId('column'), name: 'x'.repeat(101) }, 'name'],
    ['includeValues that is no boolean', { id: newId('column'), includeValues: 1 }, 'includeValues'],
    ['an unknown key', { id: newId('column'), position: 0 }, 'position'],
  ])('400: %s', async (_what, input, path) => {
    expect(refusedPaths(await duplicate(input))).toContain(path);
  });

  it('401: without a credential', async () => {
    const { id } = await aColumn();
    expect(await codesWithoutCredential(board.workspace, (client) => duplicate({ id }, client))).toEqual(
      UNAUTHORIZED,
    );
  });

  it('403: all but members of the workspace', async () => {
    const { id } = await aColumn();
    expect(await statusesByRole(board.workspace, (client) => duplicate({ id }, client))).toEqual(
      ONLY_BUILDERS,
    );
  });

  it('403: a token without the scope write', async () => {
    const { id } = await aColumn();
    expect(await statusWithoutScope(board.workspace, 'write', (client) => duplicate({ id }, client))).toBe(
      403,
    );
  });

  it("404: another organization's column looks exactly like a missing one", async () => {
    const foreign = await aBoard();
    expect(await lookOf(foreign.column('Status'), (id) => duplicate({ id }))).toEqual(MISSING);
  });
});

/** A label's id is its column's own. */
function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value !== 'object' || value === null || !('label' in value)) return value;
  return { ...value, id: undefined };
}
