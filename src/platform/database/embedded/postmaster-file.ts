import { chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRoot } from './data-home';

/** The server's lock file in its cluster, postmaster.pid. */
export interface PostmasterFile {
  pid: number;
  port: number;
  isReady: boolean;
}

export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(pathIn(cluster), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  // A single-user server writes a negative pid.
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10));
  return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' };
}

/**
 * Prevents a stale file from stopping a start. PostgreSQL does not start while any process has the recorded pid, even a
 * zombie or another program of the same user; it ignores only its parent's pid, so ours is written there. Deleting the
 * file would work too, but its other lines let the server check whether processes of the old server still use the
 * cluster: this prevents two servers on one cluster if our check was wrong.
 */
export async function disownPostmasterFile(cluster: string): Promise<void> {
  const path = pathIn(cluster);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  // On Windows the server checks whether that pid is a PostgreSQL, and does not know its parent.
  if (text === undefined || process.platform === 'win32') return;
  const lines = text.split('\n');
  // Truncated by a full disk or a power failure; PostgreSQL would require its removal.
  if (!/^-?\d+$/.test(lines[0] ?? '')) return rm(path);
  const { uid, gid } = await stat(path);
  const draft = `${path}.new`;
  await writeFile(draft, [process.pid, ...lines.slice(1)].join('\n'), { mode: 0o600 });
  if (isRoot()) await chown(draft, uid, gid);
  await rename(draft, path);
}

const pathIn = (cluster: string): string => join(cluster, 'postmaster.pid');
