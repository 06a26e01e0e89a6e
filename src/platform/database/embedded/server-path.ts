import type { DataHome, Owner } from './data-home';
import { barrierOnTheWay } from './server-account';

/**
 * The path with which PostgreSQL's programs address their directory, which is always their working directory too.
 *
 * Normally it is the absolute path. But a root-only directory above it (a checkout in /root/clone) is inaccessible to
 * the server's user, although that user owns the cluster. On Linux the working directory is set before privileges are
 * dropped, and `/proc/self/cwd` leads to it without traversing the directories above. The server uses the path only
 * until it has changed to the directory; afterwards it is the same directory. Moving the cluster elsewhere (/var/lib)
 * was rejected: backups miss data outside DATA_DIR, and it is lost with a container whose volume is DATA_DIR.
 */
export async function serverPath(
  directory: string,
  home: DataHome,
  account: Owner | undefined,
): Promise<string> {
  const barrier = account && (await barrierOnTheWay(home.directory, account));
  if (!barrier) return directory;
  if (process.platform === 'linux') return '/proc/self/cwd';
  throw new Error(
    `The user of the embedded PostgreSQL (uid ${account.uid}) cannot pass ${barrier}: ` +
      'open it with chmod o+x, start Trestle as a normal user, or set DATA_DIR to another directory',
  );
}
