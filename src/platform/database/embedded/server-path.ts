import type { DataHome, Owner } from './data-home';
import { barrierOnTheWay } from './server-account';

/**
 * How PostgreSQL's programs name the directory they work on; they always start with it as working directory.
 *
 * Normally its path. But a root-only directory above it (a checkout in /root/clone) stops the server's user,
 * while the cluster itself belongs to that user. There Linux offers a way round: the working directory is set
 * before the privileges are dropped, and `/proc/self/cwd` leads to it without passing the directories above.
 * The server uses the name only until it has changed there itself; later it is the same directory. Moving the
 * cluster elsewhere (/var/lib) was refused: data outside DATA_DIR is missed by backups and lost with a
 * container whose volume is DATA_DIR.
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
