import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asAppError } from '../../../../src/http/errors/error-shape';
import { StoredFileMissing, StoredFileTooLarge } from '../../../../src/platform/storage/file-storage';
import { LocalFiles } from '../../../../src/platform/storage/local-files';

describe('files in a directory', () => {
  let root: string;
  let directory: string;
  let files: LocalFiles;
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
});

describe('a full disk', () => {
  const mounted: string[] = [];
  afterEach(() => {
    for (const path of mounted.splice(0)) {
      spawnSync('umount', [path]);
      rmSync(path, { recursive: true, force: true });
    }
  });

  /** A separate file system; null where this user cannot mount one. */
  function smallDisk(size: string): string | null {
    const path = mkdtempSync(join(tmpdir(), 'trestle-disk-'));
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path]).status !== 0) {
      rmSync(path, { recursive: true, force: true });
      return null;
    }
    mounted.push(path);
    return path;
  }

  it('fails the check while a few bytes still fit', async ({ skip }) => {
    const disk = smallDisk('16m');
    if (disk === null) return skip('skipped: mounting a file system needs root');
    const files = new LocalFiles(join(disk, 'files'));
    await expect(files.check()).rejects.toThrow(/MiB/);
  });

  it('passes the check with space, and leaves nothing behind', async ({ skip }) => {
    const disk = smallDisk('128m');
    if (disk === null) return skip('skipped: mounting a file system needs root');
    const files = new LocalFiles(join(disk, 'files'));
    await files.check();
    expect(readdirSync(join(disk, 'files'))).toEqual([]);
  });

  it('makes a file unavailable, which is not an internal error', async ({ skip }) => {
    const disk = smallDisk('1m');
    if (disk === null) return skip('skipped: mounting a file system needs root');
    const files = new LocalFiles(join(disk, 'files'));
    const failure = await files
      .put(Readable.from([Buffer.alloc(2_000_000)]), { maxBytes: 3_000_000 })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'ENOSPC' });
    expect(asAppError(failure)).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 });
  });
});
