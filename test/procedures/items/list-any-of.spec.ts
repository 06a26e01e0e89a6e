import { beforeAll, describe, expect, it } from 'vitest';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { refusedPaths } from '../../support/refusals';

const TYPES = ['text', 'long_text', 'email', 'url', 'phone', 'color', 'number', 'currency', 'rating'];

let board: TestBoard;
beforeAll(async () => {
  board = await aBoard({ columns: TYPES.map((type) => ({ name: type, type })) });
  const rows: [string, Record<string, unknown>][] = [
    [
      'One',
      {
        text: 'Straße 2',
        long_text: '<p>Rich <b>text</b></p>',
        email: 'Ann@example.com',
        url: 'https://example.com/1',
        phone: '+41446681800',
        color: '#AABBCC',
        number: 1.5,
        currency: 10,
        rating: 3,
      },
    ],
    [
      'Two',
      {
        text: "It's 100% {a,b} \\",
        long_text: '<p>Other</p>',
        email: 'ben@example.com',
        url: 'https://example.com/2',
        phone: '+41446681801',
        color: '#000000',
        number: -2,
        currency: 20,
        rating: 5,
      },
    ],
    ['Empty', {}],
  ];
  for (const [name, values] of rows) {
    const byId = Object.entries(values).map(([type, value]) => [board.column(type), value]);
    await anItem(board, { name, values: Object.fromEntries(byId) });
  }
});

const ask = (columnId: string, operator: string, value: unknown) =>
  board.organization.owner.client.query('items.list', {
    boardId: board.id,
    filters: [{ columnId, operator, value }],
  });
const namesOf = async (columnId: string, operator: string, value: unknown) => {
  const { status, data } = await ask(columnId, operator, value);
  expect(status).toBe(200);
  return data.items.map(({ name }: { name: string }) => name);
};

describe('any_of and none_of', () => {
  it.each([
    { type: 'text', values: ['STRASSE 2', 'straße 2', 'nothing'] },
    { type: 'long_text', values: ['rich text', 'x'] },
    { type: 'email', values: ['ann@EXAMPLE.com', 'x'] },
    { type: 'url', values: ['https://example.com/1'] },
    { type: 'phone', values: ['+41446681800', '+1'] },
    { type: 'color', values: ['#aabbcc'] },
    { type: 'number', values: [1.5, '1.50', 7] },
    { type: 'currency', values: ['10'] },
    { type: 'rating', values: [3, 4] },
  ])('find the items of a $type column with one of the values', async ({ type, values }) => {
    expect(await namesOf(board.column(type), 'any_of', values)).toEqual(['One']);
    expect(await namesOf(board.column(type), 'none_of', values)).toEqual(['Two', 'Empty']);
  });

  it('compare characters literally, up to 100 values, and names of items', async () => {
    const values = [...Array.from({ length: 99 }, (_, at) => `none ${at}`), "it's 100% {a,b} \\"];
    expect(await namesOf(board.column('text'), 'any_of', values)).toEqual(['Two']);
    expect(await namesOf('name', 'any_of', ['one', 'EMPTY'])).toEqual(['One', 'Empty']);
    expect(await namesOf('name', 'none_of', ['one', 'EMPTY'])).toEqual(['Two']);
  });

  it.each([
    { value: 'one', path: 'filters.0.value' },
    { value: [], path: 'filters.0.value' },
    { value: Array.from({ length: 101 }, (_, at) => `${at}`), path: 'filters.0.value' },
    { value: ['a', 5], path: 'filters.0.value.1' },
    { value: ['a', null], path: 'filters.0.value.1' },
    { value: [''], path: 'filters.0.value.0' },
    { value: [['a']], path: 'filters.0.value.0' },
  ])('reject the value $value', async ({ value, path }) => {
    expect(refusedPaths(await ask(board.column('text'), 'any_of', value))).toEqual([path]);
  });

  it('reject texts among numbers', async () => {
    expect(refusedPaths(await ask(board.column('number'), 'none_of', [1, 'many']))).toEqual([
      'filters.0.value.1',
    ]);
  });
});
