import { describe, expect, it } from 'vitest';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';
import { made } from '../../support/factories/workspace.factory';

interface WireColumn {
  id: string;
  name: string;
  // Configs and values are as untyped as the wire.
  // oxlint-disable-next-line typescript/no-explicit-any
  [key: string]: any;
}

/** A board whose columns have all that a copy must change or keep, and its copy's columns by name. */
async function copiedBoard(options: { includeItems: boolean }) {
  const board = await aBoard({ columns: [] });
  const { client, userId } = board.organization.owner;
  const item = await anItem(board);
  const columns: [string, object][] = [
    ['Stage', { type: 'status', config: { defaultLabelId: 'Done' }, defaultValue: 'To Do', required: true }],
    ['Tags', { type: 'label', config: { labels: [{ name: 'a' }, { name: 'b' }] }, defaultValue: ['b', 'a'] }],
    ['Who', { type: 'people', width: 321, defaultValue: userId }],
    ['After', { type: 'dependency', defaultValue: item }],
    ['Self', { type: 'link', config: { boardIds: [board.id] } }],
    ['No.', { type: 'auto_number', config: { start: 5 } }],
  ];
  for (const [name, given] of columns) {
    await made(client, 'columns.create', { boardId: board.id, name, ...given });
  }
  await anItem(board);
  const { data } = await client.query('columns.list', { boardId: board.id });
  const copy = await made(client, 'boards.duplicate', { id: board.id, ...options });
  return { board, copy, original: byName(data.columns), columns: byName(copy.columns) };
}

const byName = (columns: WireColumn[]): Record<string, WireColumn> =>
  Object.fromEntries(columns.map((column) => [column.name, column]));

/** The copy as a board on which tests create items. */
const asBoard = (
  board: TestBoard,
  copy: { id: TestBoard['id']; groups: { id: TestBoard['groupIds'][0] }[] },
) => ({
  ...board,
  id: copy.id,
  groupIds: copy.groups.map(({ id }) => id),
});

describe('ColumnCopies', () => {
  it('keeps the type, config and place of a column', async () => {
    const { original, columns } = await copiedBoard({ includeItems: false });
    expect(Object.keys(columns)).toEqual(Object.keys(original));
    for (const [name, { id, boardId, type, width, required, position }] of Object.entries(original)) {
      expect(columns[name]).toMatchObject({ type, width, required, position });
      expect([columns[name]!.id, columns[name]!.boardId]).not.toContain(id);
      expect(columns[name]!.boardId).not.toBe(boardId);
    }
  });

  it('assigns new ids to labels, also in default values', async () => {
    const { original, columns } = await copiedBoard({ includeItems: false });
    const { Stage, Tags } = columns;
    expect(Stage!.config.defaultLabelId).toBe(Stage!.config.labels[2].id);
    expect(Stage!.defaultValue).toMatchObject({ id: Stage!.config.labels[0].id, label: 'To Do' });
    expect(Tags!.defaultValue).toMatchObject([
      { id: Tags!.config.labels[1].id, label: 'b' },
      { id: Tags!.config.labels[0].id, label: 'a' },
    ]);
    const ids = [original, columns].flatMap((of) =>
      ['Stage', 'Tags'].flatMap((name) => of[name]!.config.labels.map(({ id }: { id: string }) => id)),
    );
    expect(new Set(ids).size).toBe(10);
  });

  it('refers to the copied board, keeps people, and omits references to items of the original', async () => {
    const { original, copy, columns } = await copiedBoard({ includeItems: false });
    expect(columns['Self']!.config.boardIds).toEqual([copy.id]);
    expect(columns['Who']!.defaultValue).toEqual(original['Who']!.defaultValue);
    expect(columns['After']!.defaultValue).toBeNull();
  });

  it('restarts counters where no items are copied, and continues them otherwise', async () => {
    for (const [includeItems, next] of [
      [false, 5],
      [true, 7],
    ] as const) {
      const { board, copy, columns } = await copiedBoard({ includeItems });
      const copied = asBoard(board, copy);
      expect(await valueOf(board, await anItem(copied), columns['No.']!.id)).toBe(next);
    }
  });
});
