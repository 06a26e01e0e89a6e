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

describe('columns.labels.remove', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ columns: COLUMNS });
  });
  const remove = (column: string, input: object, on = board, client = on.organization.owner.client) =>
    client.mutate('columns.labels.remove', { columnId: on.column(column), ...input });
  const idOf = (column: string, name: string, on = board) => labelOf(on, on.column(column), name);

  it('200: removes an unused label, keeps the others, and writes one event', async () => {
    const own = await aBoard({ ...board, columns: COLUMNS });
    const [todo, doing, done] = own.record.columns[0].config.labels;
    let changed: unknown;
    const events = await eventsDuring(own.organization, async () => {
      const { status, data } = await remove('Stage', { labelId: doing.id }, own);
      expect([status, data.config.labels]).toEqual([200, [todo, done]]);
      changed = data;
    });
    expect(events).toMatchObject([{ type: 'column.updated', data: { column: changed } }]);
    expect((await remove('Size', { labelId: 'M' }, own)).data.config).toEqual({ options: ['S', 'L'] });
  });

  it('400, 200: a label in use needs its replacement, which items get', async () => {
    const own = await aBoard({ ...board, columns: COLUMNS });
    const [stage, tags, size] = [own.column('Stage'), own.column('Tags'), own.column('Size')];
    const item = await anItem(own, { values: { [stage]: 'To Do', [tags]: ['a', 'b'], [size]: 'M' } });
    const [stageId, tagId] = [idOf('Stage', 'To Do', own), idOf('Tags', 'a', own)];
    for (const [column, labelId, reassignTo] of [
      ['Stage', stageId, idOf('Stage', 'Done', own)],
      ['Tags', tagId, idOf('Tags', 'b', own)],
      ['Size', 'M', 'L'],
    ] as const) {
      expect(refusedPaths(await remove(column, { labelId }, own))).toEqual(['labelId']);
      expect(refusedPaths(await remove(column, { labelId, reassignTo: labelId }, own))).toEqual([
        'reassignTo',
      ]);
      expect((await remove(column, { labelId, reassignTo }, own)).status).toBe(200);
    }
    expect(await valueOf(own, item, stage)).toMatchObject({ label: 'Done' });
    expect(await valueOf(own, item, tags)).toMatchObject([{ label: 'b' }]);
    expect(await valueOf(own, item, size)).toBe('L');
  });

  it('200: the replacement of a default label becomes the default', async () => {
    const own = await aBoard({ ...board, columns: COLUMNS });
    const { client } = own.organization.owner;
    const [todo, , done] = own.record.columns[0].config.labels;
    const id = own.column('Stage');
    await client.mutate('columns.update', { id, config: { defaultLabelId: todo.id } });
    const { data } = await remove('Stage', { labelId: todo.id, reassignTo: done.id }, own);
    expect(data.config.defaultLabelId).toBe(done.id);
  });

  it('200, 404: removed twice at the same time', async () => {
    const own = await aBoard({ ...board, columns: COLUMNS });
    const labelId = idOf('Tags', 'a', own);
    const answers = await Promise.all([1, 2, 3].map(() => remove('Tags', { labelId }, own)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  });

  it('401, 403: needs a credential, the scope write, and a user who can build', async () => {
    const own = await aBoard({ ...board, columns: COLUMNS });
    const call = (client: typeof board.organization.owner.client) =>
      remove('Stage', { labelId: idOf('Stage', 'In Progress', own) }, own, client);
    expect(await codesWithoutCredential(board.workspace, call)).toEqual(UNAUTHORIZED);
    expect(await statusWithoutScope(board.workspace, 'write', call)).toBe(403);
    expect(await statusesByRole(board.workspace, call)).toEqual(ONLY_BUILDERS);
  });

  it('404: a hidden column, and a label that the column does not have', async () => {
    const foreign = await aBoard({ columns: COLUMNS });
    const { client } = board.organization.owner;
    const labelId = idOf('Tags', 'b');
    const call = (columnId: string) => client.mutate('columns.labels.remove', { columnId, labelId });
    expect(await lookOf(foreign.column('Tags'), call)).toEqual(MISSING);
    expect((await remove('Tags', { labelId: newId('label') })).status).toBe(404);
  });

  it('409: the column has changed since the expected version', async () => {
    const own = await aBoard({ ...board, columns: COLUMNS });
    const { updatedAt: expectedUpdatedAt } = own.record.columns[1];
    const [a, b] = [idOf('Tags', 'a', own), idOf('Tags', 'b', own)];
    expect((await remove('Tags', { labelId: a, expectedUpdatedAt }, own)).status).toBe(200);
    expect((await remove('Tags', { labelId: b, expectedUpdatedAt }, own)).status).toBe(409);
  });
});
