import { chmod, copyFile, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Owner } from './data-home';
import { barrierOnTheWay } from './server-account';
import type { ServerPlan } from './server-plan';
import { randomHex } from '../../crypto/random';

/** For root's copy when the server's user cannot reach DATA_DIR either. */
const SYSTEM_PLACE = '/var/lib/trestle';
const COPY_PREFIX = 'binaries-';
const PROGRAMS = ['initdb', 'postgres'];
/** A sample of all files: an installation under a restrictive umask affects every directory and file alike. */
const PROBES = ['bin/postgres', 'share/postgresql/postgres.bki'];

/**
 * The directory with `bin/postgres`, in a state that `account` can run.
 *
 * That is the package in node_modules, except when the server's user cannot reach it (a checkout below /root, mode 700)
 * or when the package's install scripts did not run and cannot be run later (a read-only installation). Then it is a
 * copy below DATA_DIR, or below /var/lib/trestle when that user cannot reach DATA_DIR either. PostgreSQL searches its
 * libraries beside the real path of its program, so the copy cannot be avoided as the cluster's is (server-path.ts).
 */
export async function prepareBinaries(plan: ServerPlan): Promise<string> {
  const { home, account, log } = plan;
  const { root, version } = plan.package;
  if ((await isReachable(root, account)) && (await completeInstallation(root))) return join(root, 'native');
  const isHomeOpen = !account || !(await barrierOnTheWay(home.directory, account));
  const place = isHomeOpen ? home.directory : SYSTEM_PLACE;
  const copy = join(place, `${COPY_PREFIX}${version}`);
  if (!(await exists(copy))) {
    // Below DATA_DIR no one else uses the files; below /var/lib another checkout may.
    if (isHomeOpen) await removeCopies(place);
    log("Copying PostgreSQL's programs to where its user can run them", { directory: copy });
    await copyPackage(root, copy);
  }
  return join(copy, 'native');
}

async function isReachable(root: string, account: Owner | undefined): Promise<boolean> {
  if (!account) return true;
  for (const probe of PROBES) {
    if (await barrierOnTheWay(join(root, 'native', probe), account)) return false;
  }
  return true;
}

/** Does what the package's install script does, for `npm ci --ignore-scripts`. */
async function completeInstallation(root: string): Promise<boolean> {
  try {
    for (const program of PROGRAMS) {
      const file = join(root, 'native', 'bin', program + (process.platform === 'win32' ? '.exe' : ''));
      if (((await lstat(file)).mode & 0o555) !== 0o555) await chmod(file, 0o755);
    }
    await layLibraryLinks(root);
    return true;
  } catch (error) {
    if (['EROFS', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

async function layLibraryLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(root, target);
    if (!(await exists(link))) await symlink(relative(dirname(target), source), link);
  }
}

async function copyPackage(root: string, copy: string): Promise<void> {
  await mkdir(dirname(copy), { recursive: true, mode: 0o755 });
  const draft = `${copy}.${randomHex(4)}`;
  try {
    await mkdir(draft);
    await chmod(draft, 0o755);
    await copyTree(join(root, 'native'), join(draft, 'native'));
    await layLibraryLinks(draft);
    await rename(draft, copy);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (await exists(copy)) return;
    throw new Error(
      `PostgreSQL's programs cannot be copied to ${copy}, where its user would reach them: ` +
        `${(error as Error).message}. Move the installation out of ${root}, or set DATABASE_URL`,
      { cause: error },
    );
  }
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to);
  // Explicit, because the process's umask may also restrict the new files.
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyTree(source, target);
    else if (entry.isFile() && !entry.name.endsWith('.a')) {
      await copyFile(source, target);
      await chmod(target, 0o755);
    }
  }
}

async function removeCopies(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    if (name.startsWith(COPY_PREFIX)) await rm(join(place, name), { recursive: true, force: true });
  }
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
