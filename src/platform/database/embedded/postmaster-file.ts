import { chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRoot } from './data-home';

/** The server's own notice in its cluster, postmaster.pid. */
export interface PostmasterFile {
  pid: number;
  port: number;
  isReady: boolean;
}

export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(pathIn(cluster), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  // A single-user server writes its pid with a minus.
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10));
  return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' };
}

/**
 * Takes away a stale file's power to stop a start. PostgreSQL refuses while anything lives under the noted pid,
 * be it a zombie or some other program of the same user; only its parent's pid it passes, so ours is put there.
 * Deleting the file would do too, but its other lines let the server see whether processes of the old one still
 * work on the cluster: the guard against two servers on one cluster, should we be wrong.
 */
export async function disownPostmasterFile(cluster: string): Promise<void> {
  const path = pathIn(cluster);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  // Windows looks for a PostgreSQL under that pid, and has no parents.
  if (text === undefined || process.platform === 'win32') return;
  const lines = text.split('\n');
  // Cut short by a full disk or a power cut; PostgreSQL would ask for its removal.
  if (!/^-?\d+$/.test(lines[0] ?? '')) return rm(path);
  const { uid, gid } = await stat(path);
  const draft = `${path}.new`;
  await writeFile(draft, [process.pid, ...lines.slice(1)].join('\n'), { mode: 0o600 });
  if (isRoot()) await chown(draft, uid, gid);
  await rename(draft, path);
}

const pathIn = (cluster: string): string => join(cluster, 'postmaster.pid');
