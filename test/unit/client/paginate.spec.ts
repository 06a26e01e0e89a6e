import { describe, expect, it, vi } from 'vitest';
import { pages, paginate } from '../../../src/client/index';

const FEED = () => [
  { events: ['a'], cursor: '1' },
  { events: [], cursor: '2' },
  { events: ['b'], cursor: '3' },
  { events: [], cursor: '3' },
];

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

describe('paginate', () => {
  it('follows cursors to the last page', async () => {
    const answers = [
      { items: [1, 2], nextCursor: 'itm_2' },
      { items: [], nextCursor: 'itm_3' },
      { items: [3], nextCursor: null },
    ];
    const query = vi.fn(async (_input: { boardId: string; cursor?: string | null }) => answers.shift()!);
    expect(await all(paginate({ query: query as never }, { boardId: 'brd_1' }))).toEqual([1, 2, 3]);
    expect(query.mock.calls.map(([input]) => input)).toEqual([
      { boardId: 'brd_1' },
      { boardId: 'brd_1', cursor: 'itm_2' },
      { boardId: 'brd_1', cursor: 'itm_3' },
    ]);
  });

  it('reads no page that is not needed', async () => {
    const query = vi.fn(async () => ({ items: [1, 2], nextCursor: 'itm_2' }));
    for await (const row of paginate({ query: query as never }, {})) if (row === 2) break;
    expect(query).toHaveBeenCalledOnce();
  });

  it('follows the change feed to its newest event', async () => {
    const answers = FEED();
    const query = vi.fn(async (_input: { since?: string }) => answers.shift()!);
    expect(await all(paginate({ query: query as never }, {}))).toEqual(['a', 'b']);
    expect(query.mock.calls.map(([{ since }]) => since)).toEqual([undefined, '1', '2', '3']);
  });

  it('rejects what is not a list', async () => {
    const query = async () => ({ name: 'A' });
    await expect(all(paginate({ query: query as never }, {}))).rejects.toThrow('Not a procedure');
  });
});

describe('pages', () => {
  it('are those of the procedure, with the cursor after each', async () => {
    const answers = FEED();
    const query = async () => answers.shift()!;
    expect(await all(pages({ query: query as never }, {}))).toEqual(FEED());
  });

  it('continue from a stored cursor, and read the next page only after the consumer is done with one', async () => {
    const answers = FEED();
    const query = vi.fn(async (_input: { since?: string }) => answers.shift()!);
    let stored: string | null | undefined;
    for await (const { cursor } of pages({ query: query as never }, {}) as AsyncIterable<{
      cursor: string;
    }>) {
      stored = cursor;
      if (cursor === '2') break;
    }
    expect([stored, query.mock.calls.length]).toEqual(['2', 2]);
    expect(await all(pages({ query: query as never }, { since: stored }))).toEqual(FEED().slice(2));
    expect(query.mock.calls.map(([{ since }]) => since)).toEqual([undefined, '1', '2', '3']);
  });

  it('end with the last page of a list', async () => {
    const answers = [
      { items: [1], nextCursor: 'itm_1' },
      { items: [2], nextCursor: null },
    ];
    const query = async () => answers.shift()!;
    const found = await all(pages({ query: query as never }, {}) as AsyncIterable<{ nextCursor: unknown }>);
    expect(found.map(({ nextCursor }) => nextCursor)).toEqual(['itm_1', null]);
  });

  it('reject what is not a list', async () => {
    const query = async () => ({ name: 'A' });
    await expect(all(pages({ query: query as never }, {}))).rejects.toThrow('Not a procedure');
  });
});
