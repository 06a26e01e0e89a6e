import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { DataHome } from './data-home';

/** The longest path of a Unix-domain socket that the system accepts. */
const MAX_PATH_BYTES = process.platform === 'linux' ? 107 : 103;

/** The socket and its lock file, as PostgreSQL names them. */
const SOCKET_FILE = /^\.s\.PGSQL\.\d+(\.lock)?$/;

/**
 * The directory of the server's Unix-domain socket, through which two cores carry half as many queries again as through
 * TCP (decision 0103). undefined where it cannot be used: with a longer path, on Windows, and on file systems without
 * sockets. The socket is in the cluster, which only the server's user can enter.
 */
export async function socketDirectory({ cluster }: DataHome, port: number): Promise<string | undefined> {
  const path = join(cluster, `.s.PGSQL.${port}`);
  const fits = process.platform !== 'win32' && Buffer.byteLength(path) <= MAX_PATH_BYTES;
  return fits && (await acceptsConnections(path)) ? cluster : undefined;
}

/**
 * Removes the sockets of an earlier server; none runs on the cluster. PostgreSQL does not start while the process that a
 * lock file names is alive, and after kill -9 that pid may belong to any program of the server's user.
 */
export async function removeStaleSockets({ cluster }: DataHome): Promise<void> {
  const names = (await readdir(cluster)).filter((name) => SOCKET_FILE.test(name));
  // A file that cannot be removed does not stop a start: the server then runs without a socket.
  for (const name of names) await rm(join(cluster, name), { force: true }).catch(() => undefined);
}

async function acceptsConnections(path: string): Promise<boolean> {
  const connection = connect(path);
  try {
    await once(connection, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    connection.destroy();
  }
}
