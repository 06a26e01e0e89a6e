import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type DataHome, isRoot, type Owner } from './data-home';

const NOBODY: Owner = { uid: 65534, gid: 65534 };

/**
 * The user that runs the server when this process is root, because PostgreSQL does not run as root. undefined: the
 * current user.
 *
 * The owner of an existing cluster is first, because only that user can open the cluster; then the owner of DATA_DIR,
 * who can later start without root; then the system's `postgres`; then `nobody`, which exists on every system, so that
 * no user is added to the machine.
 */
export async function serverAccount(home: DataHome): Promise<Owner | undefined> {
  const cluster = await stat(home.cluster).catch(() => undefined);
  if (!isRoot()) {
    const self = process.getuid?.();
    if (cluster && self !== undefined && cluster.uid !== self) {
      throw new Error(
        `The database in ${home.cluster} belongs to uid ${cluster.uid}, this process is uid ${self}: ` +
          'start it as that user or as root, or set DATA_DIR to another directory',
      );
    }
    return undefined;
  }
  if (cluster && cluster.uid !== 0) return { uid: cluster.uid, gid: cluster.gid };
  if (home.owner.uid !== 0) return home.owner;
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return entryOf('postgres', passwd) ?? entryOf('nobody', passwd) ?? NOBODY;
}

function entryOf(name: string, passwd: string): Owner | undefined {
  const match = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(passwd);
  return match && match[1] !== '0' ? { uid: Number(match[1]), gid: Number(match[2]) } : undefined;
}

const READ = 4;
const PASS = 1;

/**
 * The first part of `path` that the account cannot traverse, or the last part when the account cannot traverse (a
 * directory) or read (a file) it. Evaluates mode bits only: an access list that grants more only costs a copy.
 */
export async function barrierOnTheWay(path: string, account: Owner): Promise<string | undefined> {
  const steps = [await realpath(path)];
  while (steps[0] !== dirname(steps[0]!)) steps.unshift(dirname(steps[0]!));
  for (const step of steps) {
    const found = await stat(step);
    const shift = found.uid === account.uid ? 6 : found.gid === account.gid ? 3 : 0;
    if (((found.mode >> shift) & (found.isDirectory() ? PASS : READ)) === 0) return step;
  }
  return undefined;
}
