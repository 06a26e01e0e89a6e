// Prints the name, version and license of every package that the service installs, with the text of the license where the
// package has one. Run it where the packages are installed.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LICENSE_FILE = /^(licen[cs]e|copying|notice)([-.].*)?$/i;
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
for (const [path, { version, license, dev }] of Object.entries(packages)) {
  // The first one is Trestle. Optional packages of other platforms are not installed, and are listed without their texts.
  if (path === '' || dev) continue;
  process.stdout.write(
    `${'='.repeat(80)}\n${path.split('node_modules/').pop()} ${version}: ${license ?? 'see below'}\n\n`,
  );
  for (const file of namesIn(path).filter((name) => LICENSE_FILE.test(name))) {
    process.stdout.write(`${readFileSync(join(path, file), 'utf8').trim()}\n\n`);
  }
}

function namesIn(path) {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}
