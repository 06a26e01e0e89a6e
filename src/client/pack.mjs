// `npm run client:pack`: builds the package as ESM and CommonJS, with types, and prints the path of its tarball as the last line.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(SOURCE, '..', '..');
const PACKAGE = join(ROOT, 'dist-client');
const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc');

rmSync(PACKAGE, { recursive: true, force: true });
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
process.stdout.write(`${join(PACKAGE, packed.filename.replace('@', '').replace('/', '-'))}\n`);
