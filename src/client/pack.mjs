// `npm run client:pack`: builds the package as ESM and CommonJS, with types, and prints the path of its tarball as the last line.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(SOURCE, '..', '..');
const OUTPUT = join(ROOT, 'dist-client');
const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc');

mkdirSync(OUTPUT, { recursive: true });
// Each run builds in a folder of its own: of runs at the same time, none removes what another one packs.
const PACKAGE = mkdtempSync(join(OUTPUT, 'build-'));
for (const [folder, module, type] of [
  ['esm', 'ES2022', 'module'],
  ['cjs', 'CommonJS', 'commonjs'],
]) {
  const out = join(PACKAGE, 'dist', folder);
  mkdirSync(out, { recursive: true });
  execFileSync(process.execPath, [TSC, '-p', SOURCE, '--module', module, '--outDir', out], {
    stdio: 'inherit',
  });
  writeFileSync(join(out, 'package.json'), `${JSON.stringify({ type })}\n`);
}
const manifest = JSON.parse(readFileSync(join(SOURCE, 'package.json'), 'utf8'));
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
writeFileSync(join(PACKAGE, 'package.json'), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
copyFileSync(join(ROOT, 'LICENSE'), join(PACKAGE, 'LICENSE'));
copyFileSync(join(SOURCE, 'README.md'), join(PACKAGE, 'README.md'));
const [packed] = JSON.parse(
  execFileSync('npm', ['pack', '--json', '--ignore-scripts'], { cwd: PACKAGE, encoding: 'utf8' }),
);
const name = packed.filename.replace('@', '').replace('/', '-');
const tarball = join(OUTPUT, name);
renameSync(join(PACKAGE, name), tarball);
rmSync(PACKAGE, { recursive: true });
process.stdout.write(`${tarball}\n`);
