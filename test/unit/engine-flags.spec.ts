import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(__dirname, '../..');
const IMAGE = 'docker/trestle';
const UNIT = 'docs/proxies/trestle.service';
const BENCHMARK = 'test/performance/bench/subjects/trestle.ts';

const LIMIT = '--max-semi-space-size=16';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** setEngineFlags runs too late for the size of the young generation (decision 0035). */
describe('the commands that start the service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trestle-start-'));

  beforeAll(() => {
    const script = '#!/bin/sh\necho "$NODE_OPTIONS|$MALLOC_ARENA_MAX|$*"\n';
    writeFileSync(join(folder, 'node'), script, { mode: 0o755 });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The variables and the arguments that `node` gets: a stub prints them. */
  function started(shell: string[], environment: Record<string, string> = {}): (string | undefined)[] {
    const env = { PATH: `${folder}${delimiter}${process.env['PATH']}`, ...environment };
    const { stdout, stderr } = spawnSync('sh', shell, { cwd: ROOT, env, encoding: 'utf8' });
    expect(stderr).toBe('');
    return stdout.trimEnd().split('|');
  }

  it('limit the young generation and the arenas in the image', () => {
    expect(started([IMAGE, 'start'])).toEqual([`${LIMIT} `, '2', '/app/dist/src/trestle.js start']);
  });

  it('let operators of the image set other limits', () => {
    const given = { NODE_OPTIONS: '--max-semi-space-size=32', MALLOC_ARENA_MAX: '4' };
    const [options, arenas] = started([IMAGE, 'start'], given);
    // V8 takes the last one.
    expect([options, arenas]).toEqual([`${LIMIT} --max-semi-space-size=32`, '4']);
  });

  it('limit the young generation of npm start', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } };
    const [options, , command] = started(['-c', scripts.start], { NODE_OPTIONS: '--trace-warnings' });
    expect([options, command]).toEqual([`${LIMIT} --trace-warnings`, 'src/start.mjs start']);
  });

  it.each([
    ['the unit for systemd', UNIT, /^Environment=MALLOC_ARENA_MAX=(\d+) NODE_OPTIONS=(\S+)$/m],
    ['the benchmark', BENCHMARK, /NODE_OPTIONS = `(\S+) .*;\nconst MALLOC_ARENA_MAX = '(\d+)'/],
  ])('have the limits of the image: %s', (_name, path, settings) => {
    expect(settings.exec(read(path))?.slice(1).sort()).toEqual([LIMIT, '2']);
  });
});
