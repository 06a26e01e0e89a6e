import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CellDirectory } from '../../../../src/access/cells/cell-directory';
import { CellsConfig } from '../../../../src/platform/config/cells.config';
import { HttpConfig } from '../../../../src/platform/config/http.config';
import { Log } from '../../../../src/platform/logging/log';
import { readConfig } from '../../../../src/platform/config/read-config';

const ONE = 'https://trestle.example.com';
const TWO = 'https://two.trestle.example.com';

describe('the directory of cells', () => {
  let folder: string;
  let file: string;
  const lines: string[] = [];
  const opened: CellDirectory[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'trestle-cells-'));
    file = join(folder, 'cells.json');
    lines.length = 0;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    for (const directory of opened.splice(0)) directory.onApplicationShutdown();
    vi.useRealTimers();
    rmSync(folder, { recursive: true, force: true });
  });

  const write = (content: unknown) =>
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  const open = (env: Record<string, string> = { CELL_DIRECTORY: file }): CellDirectory => {
    const log = new Log({ write: (line) => lines.push(line) });
    const http = readConfig(HttpConfig, { PUBLIC_URL: ONE });
    const directory = new CellDirectory(readConfig(CellsConfig, env), http, log);
    directory.onApplicationBootstrap();
    opened.push(directory);
    return directory;
  };
  /** More than the time between two looks. */
  const look = () => vi.advanceTimersByTime(2_500);

  it('is empty without a file', () => {
    const directory = open({});
    expect([directory.isUsed, directory.baseUrlElsewhere('acme'), directory.isTaken('acme')]).toEqual([
      false,
      null,
      false,
    ]);
  });

  it('knows the organizations of other cells', () => {
    write({ acme: TWO, globex: ONE, initech: 'http://cell.test:8443/' });
    const directory = open();
    const of = (slug: string) => directory.baseUrlElsewhere(slug);
    expect(of('acme')).toBe('https://acme.two.trestle.example.com');
    expect(of('initech')).toBe('http://initech.cell.test:8443');
    expect([of('globex'), of('unknown'), of('constructor'), of('two')]).toEqual([null, null, null, null]);
  });

  it('takes the slugs of organizations and addresses of other cells', () => {
    write({ acme: TWO, globex: ONE });
    const directory = open();
    const taken = ['acme', 'two', 'globex', 'three'].map((slug) => directory.isTaken(slug));
    expect(taken).toEqual([true, true, false, false]);
  });

  it.each<[string, unknown, string]>([
    ['no JSON', '{"acme": ', 'is not JSON'],
    ['a list', [], 'must be a JSON object of slugs and addresses'],
    ['null', 'null', 'must be a JSON object of slugs and addresses'],
    ['a wrong slug', { 'Acme!': TWO }, '"Acme!" is not the slug of an organization'],
    ['a key of the language', '{"__proto__": "https://x.example.com"}', '"__proto__" is not the slug'],
    ['no address', { acme: 1 }, '"acme" must have the PUBLIC_URL of a cell'],
    ['an address with a path', { acme: `${TWO}/x` }, '"acme" must have the PUBLIC_URL of a cell'],
    ['an address with a user', { acme: 'https://a@evil.example' }, '"acme" must have the PUBLIC_URL'],
    ['a script', { acme: 'javascript:alert(1)' }, '"acme" must have the PUBLIC_URL of a cell'],
    ['too many bytes', ' '.repeat(4 * 1024 * 1024) + '{}', 'has more than 4194304 bytes'],
  ])('stops the start with %s', (_, content, problem) => {
    write(content);
    expect(() => open()).toThrow(`CELL_DIRECTORY: the file ${file} ${problem}`);
  });

  it('stops the start without the file', () => {
    expect(() => open()).toThrow(`CELL_DIRECTORY: the file ${file} cannot be read (ENOENT)`);
  });

  it('reads a changed and a replaced file again', () => {
    write({});
    const directory = open();
    write({ acme: TWO });
    look();
    expect(directory.baseUrlElsewhere('acme')).not.toBeNull();
    const other = join(folder, 'other.json');
    writeFileSync(other, JSON.stringify({ umbrella: TWO }));
    renameSync(other, file);
    look();
    expect([directory.baseUrlElsewhere('acme'), directory.isTaken('umbrella')]).toEqual([null, true]);
  });

  it('keeps the last good directory, and says once why', () => {
    write({ acme: TWO });
    const directory = open();
    write({ acme: 'nonsense' });
    for (let count = 0; count < 3; count += 1) look();
    expect(directory.isCurrent).toBe(false);
    rmSync(file);
    for (let count = 0; count < 3; count += 1) look();
    expect(directory.baseUrlElsewhere('acme')).toBe('https://acme.two.trestle.example.com');
    expect(lines.map((line) => (JSON.parse(line) as { problem: string }).problem)).toEqual([
      expect.stringContaining('"acme" must have the PUBLIC_URL'),
      'cannot be read (ENOENT)',
    ]);
    write({ initech: TWO });
    look();
    expect([directory.isTaken('initech'), directory.isCurrent]).toEqual([true, true]);
  });
});
