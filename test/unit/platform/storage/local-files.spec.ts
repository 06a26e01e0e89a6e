import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { asAppError } from '../../../../src/http/errors/error-shape';
import type * as fileStorage from '../../../../src/platform/storage/file-storage';
import type * as localFiles from '../../../../src/platform/storage/local-files';

/** What the file system reports in place of its own state; null where it reports its own. */
const disk = vi.hoisted(() => ({ freeBytes: null as number | null, isFull: false }));

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof import('node:fs/promises')>();
  const statfs = async (path: string) => ({
    ...(await fs.statfs(path)),
    ...(disk.freeBytes === null ? {} : { bavail: disk.freeBytes, bsize: 1 }),
  });
  return { ...fs, statfs };
});

// Each write to /dev/full fails as on a full disk.
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const createWriteStream = (path: string, options: object) =>
    disk.isFull
      ? fs.createWriteStream('/dev/full', { ...options, flags: 'w' })
      : fs.createWriteStream(path, options);
  return { ...fs, createWriteStream };
});

describe('files in a directory', () => {
  let root: string;
  let directory: string;
  let files: localFiles.LocalFiles;
  let StoredFileMissing: typeof fileStorage.StoredFileMissing;
  let StoredFileTooLarge: typeof fileStorage.StoredFileTooLarge;
  let LocalFiles: typeof localFiles.LocalFiles;
  beforeAll(async () => {
    // Specs of the same worker can have loaded them with the real file system.
    vi.resetModules();
    const storage = '../../../../src/platform/storage';
    ({ StoredFileMissing, StoredFileTooLarge } = await vi.importActual(`${storage}/file-storage`));
    ({ LocalFiles } = await vi.importActual(`${storage}/local-files`));
  });
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'trestle-files-'));
    directory = join(root, 'files');
    files = new LocalFiles(directory);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const put = (content: string | Readable, maxBytes = 1000) =>
    files.put(typeof content === 'string' ? Readable.from([Buffer.from(content)]) : content, { maxBytes });
  const everything = () =>
    existsSync(directory) ? readdirSync(directory, { recursive: true, withFileTypes: true }) : [];
  const fileNames = () => everything().flatMap((entry) => (entry.isFile() ? [entry.name] : []));

  it('are read as they were written, under keys that reveal nothing', async () => {
    const one = await put('grüße');
    const two = await put('grüße');
    expect(one.sizeBytes).toBe(7);
    expect(one.key).toMatch(/^[0-9a-f]{40}$/);
    expect(two.key).not.toBe(one.key);
    expect((await buffer(await files.get(one.key))).toString()).toBe('grüße');
  });

  it('can be empty, and of many parts', async () => {
    const empty = await put('');
    expect(empty.sizeBytes).toBe(0);
    expect(await buffer(await files.get(empty.key))).toHaveLength(0);
    const parts = Array.from({ length: 100 }, (_, at) => Buffer.alloc(1000, at));
    const large = await put(Readable.from(parts), 100_000);
    expect(large.sizeBytes).toBe(100_000);
    expect(await buffer(await files.get(large.key))).toEqual(Buffer.concat(parts));
  });

  it('are read in part, from the first to the last byte of a range', async () => {
    const { key } = await put('0123456789');
    const read = async (start: number, end: number) =>
      (await buffer(await files.get(key, { start, end }))).toString();
    expect(await read(0, 0)).toBe('0');
    expect(await read(2, 4)).toBe('234');
    expect(await read(0, 9)).toBe('0123456789');
    expect(await read(8, 100)).toBe('89');
    expect(await read(10, 20)).toBe('');
    await expect(files.get('0'.repeat(40), { start: 0, end: 0 })).rejects.toThrow(StoredFileMissing);
  });

  it.each([
    [3, 2],
    [-1, 2],
    [0, 1.5],
    [0, Number.NaN],
  ])('are not read from %d to %d', async (start, end) => {
    const { key } = await put('0123456789');
    await expect(files.get(key, { start, end })).rejects.toThrow(RangeError);
  });

  it('are readable by their owner only', async () => {
    const { key } = await put('secret');
    expect(statSync(join(directory, key.slice(0, 2), key)).mode & 0o077).toBe(0);
    expect(statSync(directory).mode & 0o077).toBe(0);
  });

  it('are stored completely or not at all', async () => {
    await expect(put('x'.repeat(11), 10)).rejects.toThrow(StoredFileTooLarge);
    await put('x'.repeat(10), 10);
    const broken = Readable.from(
      (function* () {
        yield Buffer.from('half');
        throw new Error('client went away');
      })(),
    );
    await expect(put(broken)).rejects.toThrow('client went away');
    expect(fileNames()).toHaveLength(1);
  });

  it('leave nothing when their source was destroyed before they were opened', async () => {
    for (let round = 0; round < 200; round += 1) {
      const gone = new Readable({ read: () => undefined }).on('error', () => undefined);
      gone.destroy(new Error('client went away'));
      await expect(put(gone)).rejects.toThrow('client went away');
    }
    expect(fileNames()).toEqual([]);
  });

  it('can be deleted, twice', async () => {
    const { key } = await put('x');
    await files.delete(key);
    await files.delete(key);
    await expect(files.get(key)).rejects.toThrow(StoredFileMissing);
    expect(fileNames()).toEqual([]);
  });

  it.each([
    '../outside',
    '..%2Foutside',
    '/etc/passwd',
    '',
    'a'.repeat(39),
    'A'.repeat(40),
    `${'a'.repeat(38)}/..`,
    `${'a'.repeat(39)}\0`,
    `${'a'.repeat(40)}\n`,
  ])('are found by their keys only, not by %j', async (key) => {
    writeFileSync(join(root, 'outside'), 'untouched');
    await expect(files.get(key)).rejects.toThrow(StoredFileMissing);
    await files.delete(key);
    expect(existsSync(join(root, 'outside'))).toBe(true);
  });

  it('are checked by writing, which leaves nothing', async () => {
    await files.check();
    expect(fileNames()).toEqual([]);
    rmSync(directory, { recursive: true });
    writeFileSync(directory, 'a file in the way');
    await expect(files.check()).rejects.toThrow('EEXIST');
  });

  describe('on a full disk', () => {
    afterEach(() => Object.assign(disk, { freeBytes: null, isFull: false }));

    it('fail the check while a few bytes still fit, and pass it with space', async () => {
      disk.freeBytes = 32 * 2 ** 20 - 1;
      await expect(files.check()).rejects.toThrow('Less than 32 MiB are free for files');
      disk.freeBytes = 32 * 2 ** 20;
      await files.check();
      expect(fileNames()).toEqual([]);
    });

    it('are unavailable, which is not an internal error, and leave no part', async () => {
      disk.isFull = true;
      const failure = await put('x'.repeat(100)).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'ENOSPC' });
      expect(asAppError(failure)).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 });
      expect(fileNames()).toEqual([]);
    });
  });
});
