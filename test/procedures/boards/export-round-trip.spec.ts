import { beforeAll, describe, expect, it } from 'vitest';
import { recordOf } from '../../support/caller-access';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { listedItems } from '../../support/item-lists';

const span = { start: '2026-01-01', end: '2026-01-31' };

/** For each type that a file can give a value: a config, and a value as callers write it. */
const COLUMNS: Record<string, { config?: object; value: unknown }> = {
  text: { value: ' "a", b;\nc\t' },
  // Formatting is no part of a cell.
  long_text: { value: 'Hello, world' },
  number: { config: { decimals: 2, suffix: ' kg' }, value: -1_234_567.5 },
  currency: { config: { currency: 'USD', locale: 'en-US', decimals: 2 }, value: 1_234.5 },
  percentage: { value: 12.5 },
  rating: { value: 3 },
  progress: { value: 40 },
  date: { value: '2026-02-03' },
  date_range: { value: span },
  timeline: { value: span },
  time_tracking: { value: { seconds: 363_661 } },
  status: { value: 'Done' },
  label: {
    config: { labels: ['Red', 'Light blue', 'a, b', 'c; d'].map((name) => ({ name })) },
    value: ['Red', 'a, b', 'c; d'],
  },
  dropdown: { config: { options: ['Berlin, Germany', 'Rome'] }, value: 'Berlin, Germany' },
  checkbox: { value: true },
  priority: { value: 'high' },
  email: { value: 'a@example.com' },
  phone: { value: '+4930123456' },
  url: { value: 'https://example.com/?a=1,2;3' },
  color: { value: '#12AB34' },
};
const TEXTS = [
  '=1+1',
  '+1',
  '-1',
  '@x',
  '\tx',
  "'=1",
  "''=1",
  "'quoted'",
  '007',
  '1e5',
  'true',
  '2026-02-03',
  '\n=1',
  ' =1',
  '\r\n@x',
  "' -1",
  '\u00a0+1',
  '\u200b=1',
  '＝1',
  '\u3000＠x',
  '   ',
  'a\rb\r\nc\n',
];
const NAMES = ['  padded ', '\tx', '\n=1', 'a\rb'];
/** In lower case, they differ between JavaScript and the database. */
const SCRIPTS = ['İBRAHİM', 'ΝΊΚΟΣ', 'Straße'];
const NUMBERS = [1e300, -5e-324, 0.1, 123_456_789_012_345];
const DATES = ['2026-02-03T04:05:06.789Z', '2026-02-03T23:59:59.999Z', '9999-12-31T12:00:00.001Z'];

describe('boards.import reads what boards.export writes', () => {
  let board: TestBoard;
  let other: TestBoard;

  beforeAll(async () => {
    other = await aBoard({ columns: [] });
    board = await aBoard({
      workspace: other.workspace,
      project: other.project,
      groups: ['One', 'Two', ' two ', 'two'],
      columns: [
        ...Object.entries(COLUMNS).map(([type, { config }]) => ({ name: type, type, config })),
        { name: 'people', type: 'people' },
        { name: 'link', type: 'link', config: { boardIds: [other.id] } },
        { name: 'dependency', type: 'dependency' },
      ],
    });
    const linked = await anItem(other, { name: 'Linked, here' });
    const values = {
      ...Object.fromEntries(Object.entries(COLUMNS).map(([type, { value }]) => [board.column(type), value])),
      [board.column('people')]: [board.organization.owner.userId],
      [board.column('link')]: [linked],
    };
    const first = await anItem(board, { name: 'Full', groupId: board.group('Two'), values });
    const dependency = { [board.column('dependency')]: [first] };
    await anItem(board, { name: '=Empty()', groupId: board.group('One'), values: dependency });
    for (const text of TEXTS) {
      const value = { [board.column('text')]: text };
      await anItem(board, { name: `Text ${text}`, groupId: board.group('One'), values: value });
    }
    for (const [at, name] of NAMES.entries()) {
      await anItem(board, { name, groupId: board.groupIds[at]! });
    }
    for (const name of SCRIPTS) {
      const { userId } = await board.organization.addMember('member', name);
      const values = {
        [board.column('people')]: [userId],
        [board.column('link')]: [await anItem(other, { name })],
      };
      await anItem(board, { name: 'Script', values });
    }
    for (const value of NUMBERS) {
      await anItem(board, { name: 'Number', values: { [board.column('number')]: value } });
    }
    for (const value of DATES) {
      await anItem(board, { name: 'Date', values: { [board.column('date')]: value } });
    }
  });

  it.each(['csv', 'xlsx'])('%s', async (format) => {
    const { client } = board.organization.owner;
    const before = await listedItems(client, { boardId: board.id });
    const { bytes } = await client.request('GET', `/api/boards/${board.id}/export?format=${format}`);
    const file = { content: bytes.toString('base64'), encoding: 'base64' };
    const { status, error, data } = await client.mutate('boards.import', { id: board.id, file });
    expect([status, error?.message]).toEqual([200, undefined]);
    expect(data.columns.filter(({ to }: { to: string }) => to === 'newColumn')).toEqual([]);
    const known = new Set(before.map(({ id }) => id));
    const after = (await listedItems(client, { boardId: board.id })).filter(({ id }) => !known.has(id));
    const full = after.find(({ name }) => name === 'Full')!;
    const shown = (items: typeof after) =>
      items.map(({ name, groupId, values }) => ({
        name,
        groupId,
        values: Object.fromEntries(
          Object.entries(values).map(([id, value]) => [
            (board.columnIds as string[]).indexOf(id),
            // The copies depend on each other.
            id === board.column('dependency') ? [value].flat().length : value,
          ]),
        ),
      }));
    expect(shown(after)).toEqual(shown(before));
    expect(after.find(({ name }) => name === '=Empty()')!.values[board.column('dependency')]).toEqual([
      full.id,
    ]);
    for (const { id } of after) await client.mutate('items.delete', { id });
  });

  it('json: as the API shows the board and its items', async () => {
    const { client } = board.organization.owner;
    const { body } = await client.request('GET', `/api/boards/${board.id}/export?format=json`);
    const { data: shown } = await client.query('boards.get', { id: board.id });
    const { items } = body as { items: { id: string }[] };
    expect(body).toMatchObject({ board: recordOf(shown) });
    for (const item of items) {
      const { commentCount, attachmentCount, subItemCount, ...rest } = (
        await client.query('items.get', { id: item.id })
      ).data;
      void [commentCount, attachmentCount, subItemCount];
      expect(rest).toMatchObject(item);
    }
  });
});
