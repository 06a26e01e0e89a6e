import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { transformFileSync } from '@swc/core';

const ROOT = join(__dirname, '../../../../..');
const SOURCES = [
  'src/kernel',
  'src/platform/config',
  'src/platform/crypto',
  'src/platform/database/embedded',
  'test/integration/platform/embedded-postgres/support',
];

/** A built checkout that shares the packages of this one. */
export function linkCheckout(directory: string): string {
  build(directory);
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  return directory;
}

/** A built checkout with separate packages, as `npm ci` or `npm ci --ignore-scripts` installs them. */
export function layCheckout(directory: string, { ignoreScripts = false } = {}): string {
  build(directory);
  for (const source of packagesFor(['pg', 'embedded-postgres', 'ulid'])) {
    layTree(source, join(directory, source.slice(ROOT.length + 1)), ignoreScripts);
  }
  return directory;
}

function build(directory: string): void {
  for (const folder of SOURCES) {
    mkdirSync(join(directory, folder), { recursive: true });
    for (const file of readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.ts'))) {
      const { code } = transformFileSync(join(ROOT, folder, file), { configFile: join(ROOT, '.swcrc') });
      writeFileSync(join(directory, folder, file.replace(/\.ts$/, '.js')), code);
    }
  }
}

/** Directories of the packages and of all they need, as far as they are installed. */
function packagesFor(names: string[]): Set<string> {
  const found = new Set<string>();
  const visit = (name: string, from: string) => {
    const places = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
    for (const place of places) {
      const directory = join(place, name);
      const description = readDescription(directory);
      if (!description) continue;
      if (found.has(directory)) return;
      found.add(directory);
      const { dependencies, optionalDependencies } = description;
      for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) visit(next, directory);
      return;
    }
  };
  for (const name of names) visit(name, ROOT);
  return found;
}

interface Description {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

function readDescription(directory: string): Description | undefined {
  try {
    return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Description;
  } catch {
    return undefined;
  }
}

/** Hard links where the file system allows: the programs are 60 MB. */
function layTree(from: string, to: string, ignoreScripts: boolean): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) layTree(source, target, ignoreScripts);
    else if (entry.isFile()) layFile(source, target);
    else if (!ignoreScripts) symlinkSync(readlinkSync(source), target);
  }
}

function layFile(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}
