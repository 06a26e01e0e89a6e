import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { made } from '../../support/factories/workspace.factory';

const url = (names: string, inputs: unknown) =>
  `/api/trpc/${names}?input=${encodeURIComponent(JSON.stringify(inputs))}`;

describe('compressed responses', () => {
  let board: TestBoard;
  let large: string;

  beforeAll(async () => {
    board = await aBoard({ columns: [] });
    const items = Array.from({ length: 60 }, (_, at) => ({ name: `Item ${at}` }));
    await made(board.organization.owner.client, 'items.bulkCreate', {
      boardId: board.id,
      groupId: board.groupIds[0],
      items,
    });
    large = url('items.list', { json: { boardId: board.id } });
  });

  const get = (path: string, encodings?: string) =>
    board.organization.owner.client.request(
      'GET',
      path,
      undefined,
      encodings === undefined ? {} : { 'accept-encoding': encodings },
    );
  const encodingOf = async (path: string, encodings?: string) =>
    (await get(path, encodings)).headers['content-encoding'];

  it('a large query: with brotli or gzip, as the client accepts, and with its own length', async () => {
    const plain = await get(large);
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const [encoding, decompress] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { headers, bytes } = await get(large, encoding);
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers['content-length']).toBe(String(bytes.length));
      expect(bytes.length).toBeLessThan(plain.bytes.length / 3);
      expect(JSON.parse(decompress(bytes).toString())).toEqual(plain.body);
    }
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.0, gzip; q=0', undefined],
    ['deflate', undefined],
    ['identity', undefined],
  ])('accepts %s: %s', async (accepted, encoding) => {
    expect(await encodingOf(large, accepted)).toBe(encoding);
  });

  it('responses have Vary: Accept-Encoding', async () => {
    for (const accepted of [undefined, 'gzip'])
      expect((await get(large, accepted)).headers['vary']).toContain('accept-encoding');
  });

  it('a small response is not compressed', async () => {
    expect(await encodingOf(url('workspaces.list', { json: {} }), 'gzip')).toBeUndefined();
  });

  it('a batch of such queries is compressed, one with another query, which can contain a secret, is not', async () => {
    const input = { json: { boardId: board.id } };
    expect(await encodingOf(`${url('items.list,items.list', { 0: input, 1: input })}&batch=1`, 'gzip')).toBe(
      'gzip',
    );
    const mixed = url('items.list,automations.list', { 0: input, 1: input });
    expect((await get(`${mixed}&batch=1`, 'gzip')).status).toBe(200);
    expect(await encodingOf(`${mixed}&batch=1`, 'gzip')).toBeUndefined();
  });

  it('neither mutations nor failures are compressed', async () => {
    const { client } = board.organization.owner;
    const body = {
      json: { boardId: board.id, groupId: board.groupIds[0], name: 'x', description: 'y'.repeat(9_000) },
    };
    const created = await client.request('POST', '/api/trpc/items.create', body, {
      'accept-encoding': 'gzip',
    });
    expect(created.status).toBe(200);
    expect(created.bytes.length).toBeGreaterThan(9_000);
    expect(created.headers['content-encoding']).toBeUndefined();
    const failed = await get(
      url('items.list', {
        json: {
          boardId: board.id,
          ...Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`unknown${at}`, 1])),
        },
      }),
      'gzip',
    );
    expect(failed.status).toBe(400);
    expect(failed.headers['content-encoding']).toBeUndefined();
  });
});
