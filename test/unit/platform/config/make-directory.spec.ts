import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeDirectory } from '../../../../src/platform/config/make-directory';

describe('makeDirectory', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'trestle-directory-'));
  });
  afterEach(() => rmSync(home, { recursive: true }));

  it('creates the directory with its parents, once', () => {
    const path = join(home, 'a', 'b', 'c');
    expect(makeDirectory(path, 0o700)).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(makeDirectory(path, 0o700)).toBe(false);
  });

  it('fails where a file exists at the path', () => {
    const file = join(home, 'file');
    writeFileSync(file, '');
    expect(() => makeDirectory(file)).toThrow('EEXIST');
    expect(() => makeDirectory(join(file, 'a'))).toThrow('ENOTDIR');
  });

  it.runIf(existsSync('/proc/self'))(
    'fails, instead of retrying forever, where no directory can be created',
    () => {
      expect(() => makeDirectory('/proc/nowhere/a')).toThrow(
        "ENOENT: no such file or directory, mkdir '/proc/nowhere'",
      );
    },
  );
});
