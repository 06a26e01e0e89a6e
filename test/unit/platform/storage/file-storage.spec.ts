import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { StoredFileMissing, StoredFileTooLarge } from '../../../../src/platform/storage/file-storage';
import { newStorageKey } from '../../../../src/platform/storage/storage-key';
import { aBucket, aDirectory, type FileStore } from '../../../support/file-stores';

const MIB = 2 ** 20;

/** Bytes in which every position can be recognized. */
function bytes(length: number): Buffer {
  const content = Buffer.alloc(length);
  for (let at = 0; at + 4 <= length; at += 4) content.writeUInt32LE((at * 2_654_435_761) % 2 ** 32, at);
  return content;
}

/** In chunks as they arrive from a network, which parts of an upload do not follow. */
function stream(content: Buffer, failure?: Error): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0; at < content.length; at += 60_000) yield content.subarray(at, at + 60_000);
      if (failure) throw failure;
    })(),
    { objectMode: false },
  );
}

/** It arrives, and then nothing. */
function stalled(content: Buffer): Readable {
  const chunks = [content];
  return new Readable({
    read() {
      const chunk = chunks.pop();
      if (chunk) this.push(chunk);
    },
  });
}

describe.each([
  ['a directory', aDirectory],
  ['a bucket', aBucket],
])('files in %s', (_name, open) => {
  let store: FileStore;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  const put = (content: Readable, maxBytes = 20 * MIB, key = newStorageKey()) =>
    store.files.put(content, { maxBytes, key });
  const read = async (key: string, start?: number, end?: number) =>
    buffer(await store.files.get(key, start === undefined ? undefined : { start, end: end! }));

  it.each([
    ['no bytes', 0],
    ['one byte', 1],
    ['5 MiB', 5 * MIB],
    ['5 MiB and a byte', 5 * MIB + 1],
    ['10 MiB', 10 * MIB],
    ['12 MiB', 12 * MIB],
  ])('are read as they were written: %s', async (_size, length) => {
    const content = bytes(length);
    const stored = await put(stream(content));
    expect(stored.sizeBytes).toBe(length);
    expect((await read(stored.key)).equals(content)).toBe(true);
    expect((await buffer(await store.again().get(stored.key))).equals(content)).toBe(true);
    await store.files.delete(stored.key);
    expect(await store.names()).toEqual([]);
  });

  it('are read in ranges, also across the parts of an upload', async () => {
    const content = bytes(6 * MIB);
    const { key } = await put(stream(content));
    for (const [start, end] of [
      [0, 0],
      [1, 9],
      [5 * MIB - 10, 5 * MIB + 9],
      [6 * MIB - 1, 6 * MIB - 1],
      [6 * MIB - 5, 7 * MIB],
      [6 * MIB, 7 * MIB],
    ] as const)
      expect(await read(key, start, end)).toEqual(content.subarray(start, end + 1));
    await store.files.delete(key);
  });

  it('that are empty have no range', async () => {
    const { key } = await put(stream(Buffer.alloc(0)));
    expect(await read(key, 0, 9)).toHaveLength(0);
    await store.files.delete(key);
  });

  it('that are missing are reported before the first read, and can be deleted', async () => {
    const key = newStorageKey();
    await expect(store.files.get(key)).rejects.toThrow(StoredFileMissing);
    await expect(store.files.get(key, { start: 0, end: 0 })).rejects.toThrow(StoredFileMissing);
    await expect(store.files.get('../outside')).rejects.toThrow(StoredFileMissing);
    await store.files.delete(key);
    await store.files.delete('../outside');
  });

  it('are not read in an impossible range', async () => {
    await expect(store.files.get(newStorageKey(), { start: 3, end: 2 })).rejects.toThrow(RangeError);
  });

  it.each([
    ['one part', 10, 11],
    ['the first part', 5 * MIB, 5 * MIB + 1],
    ['several parts', 11 * MIB, 12 * MIB],
  ])('that exceed the limit after %s leave nothing', async (_name, maxBytes, length) => {
    const content = stream(bytes(length));
    await expect(put(content, maxBytes)).rejects.toThrow(StoredFileTooLarge);
    expect(content.destroyed).toBe(true);
    expect(await store.names()).toEqual([]);
  });

  it('can have exactly the limit', async () => {
    const { key } = await put(stream(bytes(5 * MIB)), 5 * MIB);
    await store.files.delete(key);
  });

  it.each([0, 100, 5 * MIB, 12 * MIB])(
    'leave nothing when their source fails after %d bytes',
    async (length) => {
      await expect(put(stream(bytes(length), new Error('client went away')))).rejects.toThrow(
        'client went away',
      );
      expect(await store.names()).toEqual([]);
    },
  );

  it.each([0, 100, 6 * MIB])('leave nothing when their source is cut after %d bytes', async (length) => {
    const content = stalled(bytes(length));
    const putting = expect(put(content)).rejects.toThrow('Premature close');
    await vi.waitFor(async () => expect(content.readableLength).toBe(0));
    content.destroy();
    await putting;
    expect(await store.names()).toEqual([]);
  });

  it('leave nothing when their source was destroyed before', async () => {
    const content = new Readable({ read: () => undefined }).on('error', () => undefined);
    content.destroy(new Error('client went away'));
    await expect(put(content)).rejects.toThrow('client went away');
    expect(await store.names()).toEqual([]);
  });

  it('are written in parallel', async () => {
    const contents = Array.from({ length: 8 }, (_, at) => bytes(MIB * (at + 1)));
    const stored = await Promise.all(contents.map((content) => put(stream(content))));
    const seen = await Promise.all(stored.map(({ key }) => read(key)));
    expect(seen.map((content, at) => content.equals(contents[at]!))).toEqual(contents.map(() => true));
    await Promise.all(stored.map(({ key }) => store.files.delete(key)));
    expect(await store.names()).toEqual([]);
  });

  it('of a process that died are deleted by another', async () => {
    const key = newStorageKey();
    const content = stalled(bytes(12 * MIB));
    const putting = put(content, 20 * MIB, key).catch((error: unknown) => error);
    await vi.waitFor(async () => expect(await store.names()).toHaveLength(1));
    await expect(store.again().get(key)).rejects.toThrow(StoredFileMissing);
    await store.again().delete(key);
    expect(await store.names()).toEqual([]);
    content.push(null);
    expect(await putting).toBeInstanceOf(Error);
    expect(await store.names()).toEqual([]);
  });

  it('pass the check, which leaves nothing', async () => {
    await store.files.check();
    await store.files.check();
    expect(await store.names()).toEqual([]);
  });
});
