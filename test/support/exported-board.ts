import { expect } from 'vitest';
import type { WireClient } from './client';

/** What boards.export shows of a board, without the times of its last changes. */
export async function contentOf(client: WireClient, id: string): Promise<unknown> {
  const { data } = await client.query('boards.export', { id, format: 'json' });
  const { pathname, search } = new URL(data.url);
  const file = await client.request('GET', pathname + search);
  expect(file.status).toBe(200);
  return JSON.parse(file.bytes.toString(), (key, value: unknown) =>
    key === 'updatedAt' ? undefined : value,
  ) as unknown;
}
