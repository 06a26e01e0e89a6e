import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const read = (path: string) => readFileSync(join(__dirname, '../..', path), 'utf8');

/** setEngineFlags runs too late for the size of the young generation (decision 0035). */
describe('the commands that start the service', () => {
  it.each([
    ['the image', 'docker/trestle', /^exec node (.*) \/app\/dist\/src\/trestle\.js "\$@"$/m],
    ['npm start', 'package.json', /"start": "exec node (.*) src\/start\.mjs start"/],
    [
      'the unit of systemd',
      'docs/proxies/trestle.service',
      /^ExecStart=\/usr\/bin\/node (.*) dist\/src\/main\.js$/m,
    ],
    ['the benchmark', 'test/performance/bench/subjects/trestle.ts', /ARGUMENTS = \['(.*)', join/],
  ])('%s limits the young generation of V8', (_name, path, command) => {
    expect(command.exec(read(path))?.[1]).toBe('--max-semi-space-size=16');
  });
});
