#!/usr/bin/env node
// The command line in a checkout, `npx trestle` and `npm start`: builds unless there is a current build, then runs the command.
// Plain JavaScript, because nothing is built yet when it runs. `build` only builds.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');
/** Written last, so that an interrupted build is repeated. */
const MARK = join(DIST, 'built-from');
const LOCK = join(ROOT, 'node_modules', '.trestle-build');
const SOURCES = ['src', 'migrations', 'package-lock.json', 'nest-cli.json', 'tsconfig.json', '.swcrc'];
const OLDEST_NODE = [20, 19];

const require = createRequire(import.meta.url);

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  fail(`Trestle needs Node ${OLDEST_NODE.join('.')} or later; this is ${process.versions.node}`);
}

/** A digest of all inputs of the build. Uses contents, because a checkout changes all modification times. */
function digestOfSources() {
  const hash = createHash('sha256');
  const add = (path) => {
    const full = join(ROOT, path);
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) add(`${path}/${name}`);
    } else {
      hash.update(`${path}\0`).update(readFileSync(full)).update('\0');
    }
  };
  for (const path of SOURCES) add(path);
  return hash.digest('hex');
}

const isBuiltFrom = (digest) => existsSync(MARK) && readFileSync(MARK, 'utf8') === digest;

/** Replicas that start together from one checkout: one builds, the others wait for it. */
async function buildOnce(digest) {
  while (!takeLock()) await delay(100);
  try {
    if (!isBuiltFrom(digest)) await build(digest);
  } finally {
    rmSync(LOCK, { force: true });
  }
}

function takeLock() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    // The building process was killed, so its lock is stale.
    if (!isLocked()) rmSync(LOCK, { force: true });
    return false;
  }
}

function isLocked() {
  try {
    const pid = Number(readFileSync(LOCK, 'utf8'));
    // A lock file that was just created contains no pid yet.
    if (pid === 0) return Date.now() - statSync(LOCK).mtimeMs < 1_000;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function build(digest) {
  process.stderr.write('Building Trestle, once for this version of the sources ...\n');
  const nest = require.resolve('@nestjs/cli/bin/nest.js');
  const child = spawn(process.execPath, [nest, 'build'], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  // A signal that stops this process must also stop the build.
  const pass = (signal) => {
    child.kill(signal);
    rmSync(LOCK, { force: true });
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, pass);
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, pass);
  if (status !== 0) fail(`${output}\nTrestle could not be built (nest build ended with status ${status})`);
  writeFileSync(MARK, digest);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

refuseOldNode();
const digest = digestOfSources();
if (!isBuiltFrom(digest)) {
  await buildOnce(digest).catch((error) => fail(`Trestle could not be built: ${error.message}`));
}
const words = process.argv.slice(2);
// In this process, so that the command receives signals and sets the exit code.
if (words[0] !== 'build') await require(join(DIST, 'src', 'trestle.js')).main(words, { showsBanner: true });
