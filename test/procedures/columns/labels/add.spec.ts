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
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../../support/refusals';

const COLUMNS = [
  { name: 'Stage', type: 'status' },
  { name: 'Tags', type: 'label', config: { labels: [{ name: 'a' }, { name: 'b' }] } },
  { name: 'Size', type: 'dropdown', config: { options: ['S', 'M', 'L'] } },
  { name: 'Text', type: 'text' },
];

describe('columns.labels.add', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ columns: COLUMNS });
  });
  const add = (column: string, input: object, on = board, client = on.organization.owner.client) =>
    client.mutate('columns.labels.add', { columnId: on.column(column), ...input });
  const labelNames = ({ config }: { config: { labels: { name: string }[] } }) =>
    config.labels.map(({ name }) => name);

  it('200: adds a label at a position with its color, keeps the others, and writes one event', async () => {
    const own = await aBoard({ ...board, columns: COLUMNS });
    const before = own.record.columns[0].config.labels;
    const answers: unknown[] = [];
    const events = await eventsDuring(own.organization, async () => {
      const { status, data } = await add(
        'Stage',
        { label: ' Blocked ', color: '#123456', isDone: true, position: 1 },
        own,
      );
      expect(status).toBe(200);
      const [first, added, ...others] = data.config.labels;
      expect(added).toEqual({ id: added.id, name: 'Blocked', color: '#123456', isDone: true });
      expect([first, ...others]).toEqual(before);
      answers.push(data);
    });
    expect(events).toMatchObject([{ type: 'column.updated', boardId: own.id, data: { column: answers[0] } }]);
    const { data: list } = await own.organization.owner.client.query('columns.list', { boardId: own.id });
    expect(list.columns[0]).toEqual(answers[0]);
  });

  it('200: assigns another color than those of the column, and appends beyond the end', async () => {
    const own = await aBoard({ ...board, columns: COLUMNS });
    const { data } = await add('Tags', { label: 'c', position: 50 }, own);
    expect(labelNames(data)).toEqual(['a', 'b', 'c']);
    expect(new Set(data.config.labels.map(({ color }: { color: string }) => color)).size).toBe(3);
  });

  it('200: an option of a dropdown', async () => {
    const own = await aBoard({ ...board, columns: COLUMNS });
    expect((await add('Size', { label: 'XS', position: 0 }, own)).data.config).toEqual({
      options: ['XS', 'S', 'M', 'L'],
    });
  });

  it('200: labels that are added at the same time are all kept', async () => {
    const own = await aBoard({ ...board, columns: COLUMNS });
    const names = ['one', 'two', 'three', 'four', 'five', 'six'];
    const answers = await Promise.all(names.map((label) => add('Tags', { label }, own)));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    const { data } = await own.organization.owner.client.query('columns.list', { boardId: own.id });
    expect(labelNames(data.columns[1]).toSorted()).toEqual(['a', 'b', ...names].toSorted());
  });

  it('200, 400: of parallel calls with one name, one adds it', async () => {
    const own = await aBoard({ ...board, columns: COLUMNS });
    const answers = await Promise.all(['New', 'new', 'NEW'].map((label) => add('Tags', { label }, own)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  });

  it('400: names the rejected field', async () => {
    expect(refusedPaths(await add('Tags', { label: 'A' }))).toEqual(['label']);
    expect(refusedPaths(await add('Tags', { label: '  ' }))).toEqual(['label']);
    expect(refusedPaths(await add('Tags', { label: 'x'.repeat(101) }))).toEqual(['label']);
    expect(refusedPaths(await add('Tags', { label: 'c', color: 'red' }))).toEqual(['color']);
    expect(refusedPaths(await add('Tags', { label: 'c', position: -1 }))).toEqual(['position']);
    expect(refusedPaths(await add('Size', { label: 'XL', color: '#123456' }))).toEqual(['color']);
    expect(refusedPaths(await add('Size', { label: 'XL', isDone: false }))).toEqual(['isDone']);
    expect(refusedPaths(await add('Size', { label: 's' }))).toEqual(['label']);
    expect(refusedPaths(await add('Text', { label: 'c' }))).toEqual(['columnId']);
  });

  it('400: more labels than a column can have', async () => {
    const labels = Array.from({ length: 200 }, (_, at) => ({ name: `label ${at}` }));
    const own = await aBoard({ ...board, columns: [{ name: 'Full', type: 'label', config: { labels } }] });
    expect(refusedPaths(await add('Full', { label: 'one more' }, own))).toEqual(['label']);
  });

  it('401, 403: needs a credential, the scope write, and a user who can build', async () => {
    let count = 0;
    const call = (client: typeof board.organization.owner.client) =>
      add('Tags', { label: `by role ${(count += 1)}` }, board, client);
    expect(await codesWithoutCredential(board.workspace, call)).toEqual(UNAUTHORIZED);
    expect(await statusWithoutScope(board.workspace, 'write', call)).toBe(403);
    expect(await statusesByRole(board.workspace, call)).toEqual(ONLY_BUILDERS);
  });

  it('404: a hidden column, like a missing one', async () => {
    const foreign = await aBoard({ columns: COLUMNS });
    const { client } = board.organization.owner;
    const call = (columnId: string) => client.mutate('columns.labels.add', { columnId, label: 'c' });
    expect(await lookOf(foreign.column('Tags'), call)).toEqual(MISSING);
    expect((await call(newId('column'))).status).toBe(404);
  });

  it('409: the column has changed since the expected version', async () => {
    const own = await aBoard({ ...board, columns: COLUMNS });
    const { updatedAt: expectedUpdatedAt } = own.record.columns[1];
    const first = await add('Tags', { label: 'c', expectedUpdatedAt }, own);
    expect(first.status).toBe(200);
    expect((await add('Tags', { label: 'd', expectedUpdatedAt }, own)).status).toBe(409);
  });
});
