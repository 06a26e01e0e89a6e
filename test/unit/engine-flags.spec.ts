import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const read = (path: string) => readFileSync(join(__dirname, '../..', path), 'utf8');

const IMAGE = 'docker/trestle';
const UNIT = 'docs/proxies/trestle.service';
const BENCHMARK = 'test/performance/bench/subjects/trestle.ts';

/** setEngineFlags runs too late for the size of the young generation (decision 0035). */
describe('the commands that start the service', () => {
  it.each([
    ['the image', IMAGE, /^export NODE_OPTIONS="(\S+) \$NODE_OPTIONS"$/m],
    ['npm start', 'package.json', /"start": "NODE_OPTIONS=\\"(\S+) \$NODE_OPTIONS\\" exec node/],
    ['the unit for systemd', UNIT, /^Environment=.* NODE_OPTIONS=(\S+)$/m],
    ['the benchmark', BENCHMARK, /ARGUMENTS = \['(\S+)', join/],
  ])('limit the young generation of V8: %s', (_name, path, setting) => {
    expect(setting.exec(read(path))?.[1]).toBe('--max-semi-space-size=16');
  });

  it.each([
    ['the image', IMAGE, /^export MALLOC_ARENA_MAX="\$\{MALLOC_ARENA_MAX:-(\d+)\}"$/m],
    ['the unit for systemd', UNIT, /^Environment=MALLOC_ARENA_MAX=(\d+) /m],
    ['the benchmark', BENCHMARK, /MALLOC_ARENA_MAX = '(\d+)'/],
  ])('limit the arenas of malloc: %s', (_name, path, setting) => {
    expect(setting.exec(read(path))?.[1]).toBe('2');
  });
});
