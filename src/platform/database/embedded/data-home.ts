import { access, chmod, chown, constants, mkdir, open, realpath, rename, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

export interface Owner {
  uid: number;
  gid: number;
}

/**
 * Everything of the embedded database below DATA_DIR. Nothing of it ever lies elsewhere (except, for root, a
 * copy of the program: see binaries.ts), so that moving, backing up or deleting DATA_DIR does what it says.
 */
export interface DataHome {
  /** `<DATA_DIR>/postgres`, free of symbolic links: it identifies the cluster. */
  directory: string;
  /** The cluster itself; complete as soon as it exists. */
  cluster: string;
  /** Port and password, 0600. */
  accessFile: string;
  logFile: string;
  /** Owner of DATA_DIR. When root starts on somebody's directory, new files become theirs. */
  owner: Owner;
}

export const isRoot = (): boolean => process.getuid?.() === 0;

/** Makes the directory when it is missing. */
export async function openDataHome(dataDir: string): Promise<DataHome> {
  const asked = resolve(dataDir);
  try {
    await mkdir(asked, { recursive: true });
    const parent = await realpath(asked);
    const { uid, gid } = await stat(parent);
    const directory = join(parent, 'postgres');
    const home: DataHome = {
      directory,
      cluster: join(directory, 'cluster'),
      accessFile: join(directory, 'access.json'),
      logFile: join(directory, 'server.log'),
      owner: { uid, gid },
    };
    const isNew = (await mkdir(directory, { recursive: true, mode: 0o700 })) !== undefined;
    // The server's user passes through a directory of root's to its cluster, but lists nothing on the way.
    if (isNew && isRoot()) await chmod(directory, 0o711);
    if (isNew) await giveToOwner(home, directory);
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    return home;
  } catch (error) {
    throw new Error(`The data directory ${asked} cannot be used: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Without this, one start by root would lock the directory's owner out of it. */
export async function giveToOwner({ owner }: DataHome, path: string): Promise<void> {
  if (isRoot() && owner.uid !== 0) await chown(path, owner.uid, owner.gid);
}

/** Writes a file whole or not at all, also through a power cut. */
export async function writeDurably(home: DataHome, path: string, text: string, mode: number): Promise<void> {
  const draft = `${path}.new`;
  const file = await open(draft, 'w', mode);
  try {
    // `mode` above counts only for a new file, and a draft may be left from an interrupted start.
    await file.chmod(mode);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await giveToOwner(home, draft);
  await rename(draft, path);
  await syncDirectory(dirname(path));
}

/**
 * Tells a directory from its copies: moved, it stays the same, copied, it is another. Holds while the machine
 * runs, so only for comparison with what living processes say.
 */
export async function directoryIdentity(path: string): Promise<string> {
  const { dev, ino } = await stat(path, { bigint: true });
  return `${dev}:${ino}`;
}

/** A rename is durable only when its directory is. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
