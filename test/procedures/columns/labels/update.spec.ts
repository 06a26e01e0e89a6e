import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import {
  codesWithoutCredential,
  ONLY_BUILDERS,
  statusesByRole,
  statusWithoutScope,
  UNAUTHORIZED,
} from '../../../support/access-checks';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { anItem, valueOf } from '../../../support/factories/item.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../../support/refusals';
import { labelOf } from '../../../support/sample-world';

const COLUMNS = [
  { name: 'Stage', type: 'status' },
  { name: 'Tags', type: 'label', config: { labels: [{ name: 'a' }, { name: 'b' }] } },
  { name: 'Size', type: 'dropdown', config: { options: ['S', 'M', 'L'] } },
];

describe('columns.labels.update', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ columns: COLUMNS });
  });
  const update = (column: string, input: object, on = board, client = on.organization.owner.client) =>
    client.mutate('columns.labels.update', { columnId: on.column(column), ...input });
  const idOf = (column: string, name: string, on = board) => labelOf(on, on.column(column), name);

  it('200: changes the given fields of one label, which items show, and writes one event', async () => {
    const own = await aBoard({ ...board, columns: COLUMNS });
    const stage = own.column('Stage');
    const item = await anItem(own, { values: { [stage]: 'To Do' } });
    const [todo, doing, done] = own.record.columns[0].config.labels;
    let changed: unknown;
    const events = await eventsDuring(own.organization, async () => {
      const input = { labelId: todo.id, label: 'Planned', color: '#123456' };
      const { status, data } = await update('Stage', input, own);
      expect(status).toBe(200);
      expect(data.config.labels).toEqual([{ ...todo, name: 'Planned', color: '#123456' }, doing, done]);
      changed = data;
    });
    expect(events).toMatchObject([{ type: 'column.updated', data: { column: changed } }]);
    expect(await valueOf(own, item, stage)).toEqual({ id: todo.id, label: 'Planned', color: '#123456' });
    const moved = await update('Stage', { labelId: todo.id, position: 9, isDone: true }, own);
    expect(moved.data.config.labels.map(({ id }: { id: string }) => id)).toEqual([
      doing.id,
      done.id,
      todo.id,
    ]);
    expect(moved.data.config.labels[2]).toMatchObject({ name: 'Planned', isDone: true });
  });

  it('200: a renamed option of a dropdown is replaced on its items, at its place', async () => {
    const own = await aBoard({ ...board, columns: COLUMNS });
    const size = own.column('Size');
    const item = await anItem(own, { values: { [size]: 'M' } });
    const { data } = await update('Size', { labelId: 'M', label: 'Medium' }, own);
    expect(data.config).toEqual({ options: ['S', 'Medium', 'L'] });
    expect(await valueOf(own, item, size)).toBe('Medium');
    expect((await update('Size', { labelId: 'Medium', label: 'medium' }, own)).data.config.options).toContain(
      'medium',
    );
    expect(await valueOf(own, item, size)).toBe('medium');
  });

  it('200: changes of different labels at the same time are all kept', async () => {
    const own = await aBoard({ ...board, columns: COLUMNS });
    const labels: { id: string; name: string }[] = own.record.columns[0].config.labels;
    const answers = await Promise.all(
      labels.map(({ id, name }) => update('Stage', { labelId: id, label: `${name}!` }, own)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { data } = await own.organization.owner.client.query('columns.list', { boardId: own.id });
    expect(data.columns[0].config.labels.map(({ name }: { name: string }) => name)).toEqual([
      'To Do!',
      'In Progress!',
      'Done!',
    ]);
  });

  it('400: names the rejected field; the own name in another case is accepted', async () => {
    const labelId = idOf('Tags', 'a');
    expect(refusedPaths(await update('Tags', { labelId, label: 'B' }))).toEqual(['label']);
    expect(refusedPaths(await update('Tags', { labelId, label: '' }))).toEqual(['label']);
    expect(refusedPaths(await update('Size', { labelId: 'S', color: '#123456' }))).toEqual(['color']);
    expect((await update('Tags', { labelId, label: 'A' })).status).toBe(200);
  });

  it('401, 403: needs a credential, the scope write, and a user who can build', async () => {
    const call = (client: typeof board.organization.owner.client) =>
      update('Stage', { labelId: idOf('Stage', 'Done'), color: '#654321' }, board, client);
    expect(await codesWithoutCredential(board.workspace, call)).toEqual(UNAUTHORIZED);
    expect(await statusWithoutScope(board.workspace, 'write', call)).toBe(403);
    expect(await statusesByRole(board.workspace, call)).toEqual(ONLY_BUILDERS);
  });

  it('404: a hidden column, and a label that the column does not have', async () => {
    const foreign = await aBoard({ columns: COLUMNS });
    const { client } = board.organization.owner;
    const labelId = idOf('Tags', 'b');
    const call = (columnId: string) => client.mutate('columns.labels.update', { columnId, labelId });
    expect(await lookOf(foreign.column('Tags'), call)).toEqual(MISSING);
    for (const unknown of [newId('label'), idOf('Tags', 'b', foreign), 'b'])
      expect((await update('Tags', { labelId: unknown, label: 'c' })).status).toBe(404);
    expect((await update('Size', { labelId: 'XXL', label: 'c' })).status).toBe(404);
  });

  it('409: the column has changed since the expected version', async () => {
    const own = await aBoard({ ...board, columns: COLUMNS });
    const input = { labelId: idOf('Tags', 'a', own), expectedUpdatedAt: own.record.columns[1].updatedAt };
    expect((await update('Tags', { ...input, label: 'c' }, own)).status).toBe(200);
    expect((await update('Tags', { ...input, label: 'd' }, own)).status).toBe(409);
  });
});
