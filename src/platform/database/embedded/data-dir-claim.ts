import { randomBytes, randomInt } from 'node:crypto';
import { readdir, readFile, readlink, stat, unlink, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { clock } from '../../../kernel/clock';
import { type DataHome, directoryIdentity, writeDurably } from './data-home';
import { findProcess } from './running-process';

const PREFIX = 'owner.';
const HEARTBEAT_MS = 2_000;
const CERTAINLY_DEAD_MS = 60_000;
const ATTEMPTS = 4;

interface Claim {
  pid: number;
  startedAt?: string;
  /** A backup taken from a running installation has our claim in it, but is another directory. */
  directory: string;
  /** Where `pid` means something: one boot of one machine, one pid namespace. */
  place: string;
}

/** One process's hold on a data directory. */
export interface DataDirClaim {
  release(): Promise<void>;
}

/**
 * Lets one process at a time use a data directory; the second gets an error.
 *
 * Each contender publishes a file of its own and then looks at the others'; whoever sees another alive
 * withdraws. So two never hold it, and a dead owner's file can be deleted by anybody at any time, because its
 * name never comes back. One common lock file has no such moment: between judging it stale and removing it,
 * another process may have replaced it with a good one. (Node offers no lock of the system's.)
 */
export async function claimDataDir(home: DataHome): Promise<DataDirClaim> {
  const claim: Claim = {
    pid: process.pid,
    startedAt: (await findProcess(process.pid))?.startedAt,
    directory: await directoryIdentity(home.directory),
    place: await here(),
  };
  for (let attempt = 1; ; attempt++) {
    const file = join(home.directory, `${PREFIX}${process.pid}.${randomBytes(6).toString('hex')}`);
    await writeDurably(home, file, JSON.stringify(claim), 0o644);
    const rival = await findRival(home, file, claim);
    if (!rival) return holdClaim(file);
    await unlink(file);
    if (attempt === ATTEMPTS) {
      throw new Error(
        `Another Trestle process (pid ${rival.pid}) uses the data directory ${home.directory}: ` +
          'stop it, or set DATA_DIR to another directory',
      );
    }
    // Two that start together both withdraw; unequal pauses let one of them through.
    await delay(randomInt(20, 120));
  }
}

function holdClaim(file: string): DataDirClaim {
  const heartbeat = setInterval(() => {
    const now = clock.now();
    utimes(file, now, now).catch(() => undefined);
  }, HEARTBEAT_MS).unref();
  return {
    async release() {
      clearInterval(heartbeat);
      await unlink(file).catch(() => undefined);
    },
  };
}

async function findRival(home: DataHome, ownFile: string, own: Claim): Promise<Claim | undefined> {
  for (const name of await readdir(home.directory)) {
    const file = join(home.directory, name);
    if (!name.startsWith(PREFIX) || name.endsWith('.new') || file === ownFile) continue;
    const claim = await readClaim(file);
    if (claim && (await isAlive(claim, file, own))) return claim;
    await unlink(file).catch(() => undefined);
  }
  return undefined;
}

/** A file appears whole, so one that cannot be read was lost in a power cut, and its process with it. */
async function readClaim(file: string): Promise<Claim | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Claim;
  } catch {
    return undefined;
  }
}

async function isAlive(claim: Claim, file: string, own: Claim): Promise<boolean> {
  // Another container or machine on the same volume has pids of its own: only its heartbeat tells.
  if (claim.place !== own.place) return isBeating(file);
  if (claim.directory !== own.directory) return false;
  const found = await findProcess(claim.pid);
  if (!found) return false;
  return !found.startedAt || !claim.startedAt || found.startedAt === claim.startedAt;
}

async function isBeating(file: string): Promise<boolean> {
  const beatAt = async () => (await stat(file).catch(() => undefined))?.mtimeMs;
  const first = await beatAt();
  if (first === undefined || clock.nowMs() - first > CERTAINLY_DEAD_MS) return false;
  for (let watched = 0; watched < 3 * HEARTBEAT_MS; watched += 200) {
    await delay(200);
    const beat = await beatAt();
    if (beat !== first) return beat !== undefined;
  }
  return false;
}

async function here(): Promise<string> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    return `${boot.trim()} ${await readlink('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}
