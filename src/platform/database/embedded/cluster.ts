import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DataHome, syncDirectory } from './data-home';
import { ROLE } from './server-access';
import { serverPath } from './server-path';
import type { ServerPlan } from './server-plan';
import { spawnProgram } from './spawn-program';
import { randomHex } from '../../crypto/random';

const DRAFT_PREFIX = 'new-cluster-';
/** Character classes of the system's library: the C locale has no letters beyond ASCII (trigram search). */
const CHARACTER_TYPES = ['C.UTF-8', 'en_US.UTF-8', 'C'];
const UNKNOWN_LOCALE = /invalid locale/;

/** Whether the cluster exists and this version can run it. */
export async function hasCluster({ home, package: { major } }: ServerPlan): Promise<boolean> {
  const versionFile = join(home.cluster, 'PG_VERSION');
  const version = await readFile(versionFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(`The database in ${home.cluster} cannot be read: ${error.message}`, { cause: error });
  });
  if (version === undefined) {
    await rejectRemains(home);
    return false;
  }
  if (Number.parseInt(version, 10) === major) return true;
  throw new Error(
    `The database in ${home.cluster} was created by PostgreSQL ${version.trim()}, and this release of Trestle bundles ` +
      `${major}: run the Trestle that made it, export the data there and import it here, or set DATABASE_URL`,
  );
}

/** createCluster creates complete clusters only. A cluster without its version file is damaged. */
async function rejectRemains({ cluster }: DataHome): Promise<void> {
  const names = await readdir(cluster).catch(() => []);
  if (names.length === 0) return;
  throw new Error(`${cluster} is damaged (no PG_VERSION): restore it from a backup, or move it away`);
}

/** Creates the cluster elsewhere and renames it, so that an interrupted start leaves no incomplete cluster. */
export async function createCluster(plan: ServerPlan, binaries: string, password: string): Promise<void> {
  const { home, account } = plan;
  await removeDrafts(home);
  const draft = join(home.directory, DRAFT_PREFIX + randomHex(4));
  const directory = join(draft, 'cluster');
  const passwordFile = join(draft, 'password');
  await mkdir(draft, { mode: 0o700 });
  await mkdir(directory, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account)
    for (const path of [draft, directory, passwordFile]) await chown(path, account.uid, account.gid);
  for (const characterType of CHARACTER_TYPES) {
    const failure = await runInitdb(plan, binaries, directory, characterType);
    if (failure === undefined) break;
    if (UNKNOWN_LOCALE.test(failure) && characterType !== CHARACTER_TYPES.at(-1)) continue;
    throw new Error(`PostgreSQL could not create a database in ${home.directory}: ${failure}`);
  }
  await rename(directory, home.cluster);
  await syncDirectory(home.directory);
  await removeDrafts(home);
}

async function removeDrafts(home: DataHome): Promise<void> {
  const names = (await readdir(home.directory)).filter((name) => name.startsWith(DRAFT_PREFIX));
  for (const name of names) {
    // The initdb of a killed start may still be writing there; the next start removes its remains.
    await rm(join(home.directory, name), { recursive: true, force: true, maxRetries: 3 }).catch(
      () => undefined,
    );
  }
}

/** The failure, if any. */
async function runInitdb(
  { home, account }: ServerPlan,
  binaries: string,
  directory: string,
  characterType: string,
): Promise<string | undefined> {
  const options = [
    ['--pgdata', await serverPath(directory, home, account)],
    ['--username', ROLE],
    // Relative to the working directory: the only path that needs no access to the directories above.
    ['--pwfile', '../password'],
    ['--auth', 'scram-sha-256'],
    ['--encoding', 'UTF8'],
    ['--locale-provider', 'builtin'],
    ['--builtin-locale', 'C.UTF-8'],
    ['--locale', 'C'],
    ['--lc-ctype', characterType],
  ].map(([name, value]) => `${name}=${value}`);
  const child = await spawnProgram('initdb', [...options, '--no-instructions'], {
    binaries,
    account,
    directory,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return new Promise((resolve) => {
    let complaints = '';
    child.stderr?.on('data', (chunk: Buffer) => (complaints = (complaints + chunk.toString()).slice(-2000)));
    child.once('close', (code, signal) => {
      if (code === 0) resolve(undefined);
      else resolve(complaints.trim().replaceAll('\n', ' | ') || `initdb ended by ${signal ?? code}`);
    });
  });
}
