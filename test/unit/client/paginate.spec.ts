import { describe, expect, it, vi } from 'vitest';
import { paginate } from '../../../src/client/index';

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

describe('paginate', () => {
  it('follows cursors to the last page', async () => {
    const pages = [
      { items: [1, 2], nextCursor: 'itm_2' },
      { items: [], nextCursor: 'itm_3' },
      { items: [3], nextCursor: null },
    ];
    const query = vi.fn(async (_input: { boardId: string; cursor?: string | null }) => pages.shift()!);
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
    const pages = [
      { events: ['a'], cursor: '1' },
      { events: [], cursor: '2' },
      { events: ['b'], cursor: '3' },
      { events: [], cursor: '3' },
    ];
    const query = vi.fn(async (_input: { since?: string }) => pages.shift()!);
    expect(await all(paginate({ query: query as never }, {}))).toEqual(['a', 'b']);
    expect(query.mock.calls.map(([{ since }]) => since)).toEqual([undefined, '1', '2', '3']);
  });

  it('rejects what is not a list', async () => {
    const query = async () => ({ name: 'A' });
    await expect(all(paginate({ query: query as never }, {}))).rejects.toThrow('Not a procedure');
  });
});
