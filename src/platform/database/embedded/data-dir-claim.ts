import { readdir, readFile, readlink, stat, unlink, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { clock } from '../../../kernel/clock';
import { type DataHome, directoryIdentity, writeDurably } from './data-home';
import { findProcess } from './running-process';
import { randomHex, randomInteger } from '../../crypto/random';

const PREFIX = 'owner.';
const HEARTBEAT_MS = 2_000;
const CERTAINLY_DEAD_MS = 60_000;
const ATTEMPTS = 4;

interface Claim {
  pid: number;
  startedAt?: string;
  /** A backup of a running installation contains our claim, but is another directory. */
  directory: string;
  /** The scope in which `pid` is valid: one boot of one machine, one pid namespace. */
  place: string;
}

/** Another process has the data directory. */
export class DataDirInUse extends Error {
  constructor(
    directory: string,
    readonly pid: number,
  ) {
    super(
      `Another Trestle process (pid ${pid}) uses the data directory ${directory}: ` +
        'stop it, or set DATA_DIR to another directory',
    );
  }
}

/** The lock of one process on a data directory. */
export interface DataDirClaim {
  release(): Promise<void>;
}

/**
 * Lets one process at a time use a data directory; a second process gets an error.
 *
 * Each contender publishes a file with a unique name and then reads the files of the others; a contender that sees
 * another live process withdraws. So two processes never have the lock. Any process can delete the file of a dead one
 * at any time, because its name is never used again. A single lock file allows no such deletion: between the check that
 * it is stale and its removal, another process may have replaced it with a valid one. (Node has no API for file locks.)
 */
export async function claimDataDir(home: DataHome): Promise<DataDirClaim> {
  const claim: Claim = {
    pid: process.pid,
    startedAt: (await findProcess(process.pid))?.startedAt,
    directory: await directoryIdentity(home.directory),
    place: await here(),
  };
  for (let attempt = 1; ; attempt++) {
    const file = join(home.directory, `${PREFIX}${process.pid}.${randomHex(6)}`);
    await writeDurably(home, file, JSON.stringify(claim), 0o644);
    const rival = await findRival(home, file, claim);
    if (!rival) return lockClaim(file);
    await unlink(file);
    if (attempt === ATTEMPTS) throw new DataDirInUse(home.directory, rival.pid);
    // Two processes that start at the same time both withdraw; unequal pauses let one of them succeed.
    await delay(randomInteger(20, 120));
  }
}

function lockClaim(file: string): DataDirClaim {
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

/** Files are created atomically, so an unreadable file was lost in a power failure together with its process. */
async function readClaim(file: string): Promise<Claim | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Claim;
  } catch {
    return undefined;
  }
}

async function isAlive(claim: Claim, file: string, own: Claim): Promise<boolean> {
  // Another container or machine on the same volume has its own pids: only the heartbeat shows that it is alive.
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
