import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BackupFileMissing } from '../../../../../src/cli/backup/store/backup-store';
import { DirectoryStore } from '../../../../../src/cli/backup/store/directory-store';

describe('a backup in a directory', () => {
  let parent: string;
  let place: string;
  let store: DirectoryStore;
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'trestle-store-'));
    place = join(parent, 'new', 'backup');
    store = new DirectoryStore(place);
  });
  afterEach(() => rmSync(parent, { recursive: true }));

  const write = (name: string, content = 'rows') => store.write(name, Readable.from([Buffer.from(content)]));
  const modeOf = (path: string) => statSync(path).mode & 0o777;

  it('is created by its first file, for its user only', async () => {
    expect(await store.isEmpty()).toBe(true);
    await write('tables/items.copy.gz');
    expect(await store.isEmpty()).toBe(false);
    expect(await text(await store.read('tables/items.copy.gz'))).toBe('rows');
    expect(modeOf(join(place, 'tables', 'items.copy.gz'))).toBe(0o600);
    expect([modeOf(place), modeOf(join(place, 'tables'))]).toEqual([0o700, 0o700]);
  });

  it('does not replace a file', async () => {
    await write('manifest.json', 'first');
    await expect(write('manifest.json', 'second')).rejects.toThrow(`${place} cannot be used: EEXIST`);
    expect(await text(await store.read('manifest.json'))).toBe('first');
  });

  it('is not empty with any file of others', async () => {
    mkdirSync(place, { recursive: true });
    expect(await store.isEmpty()).toBe(true);
    writeFileSync(join(place, '.hidden'), '');
    expect(await store.isEmpty()).toBe(false);
  });

  it('deletes its files with the directories that they leave empty', async () => {
    await write('files/ab/abc');
    await write('files/ab/abd');
    await store.delete('files/ab/abc');
    expect(readdirSync(join(place, 'files', 'ab'))).toEqual(['abd']);
    await store.delete('files/ab/abd');
    await store.delete('files/ab/abd');
    expect(readdirSync(place)).toEqual([]);
  });

  it('reports a missing file before the first read, and a directory that is none', async () => {
    await expect(store.read('manifest.json')).rejects.toBeInstanceOf(BackupFileMissing);
    writeFileSync(join(parent, 'file'), '');
    const none = new DirectoryStore(join(parent, 'file'));
    await expect(none.isEmpty()).rejects.toThrow(/file cannot be used: ENOTDIR/);
    await expect(none.read('manifest.json')).rejects.toBeInstanceOf(BackupFileMissing);
  });

  it('knows the free space, also of a directory that it has to create', async () => {
    expect(await store.freeBytes()).toBeGreaterThan(0);
  });
});
