import { access, chmod, chown, constants, open, realpath, rename, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeDirectory } from '../../config/make-directory';
import { ConfigurationProblem } from '../../config/configuration-problem';

export interface Owner {
  uid: number;
  gid: number;
}

/**
 * All files of the embedded database below DATA_DIR. Nothing is stored elsewhere (except, for root, a copy of the
 * program: see binaries.ts), so that moving, backing up or deleting DATA_DIR covers everything.
 */
export interface DataHome {
  /** `<DATA_DIR>/postgres`, free of symbolic links: it identifies the cluster. */
  directory: string;
  /** The cluster itself; complete as soon as it exists. */
  cluster: string;
  /** Port and password, mode 0600. */
  accessFile: string;
  logFile: string;
  /** Owner of DATA_DIR. When root starts on another user's directory, that user owns the new files. */
  owner: Owner;
}

export const isRoot = (): boolean => process.getuid?.() === 0;

/** Creates the directory when it is missing. */
export async function openDataHome(dataDir: string): Promise<DataHome> {
  const asked = resolve(dataDir);
  try {
    makeDirectory(asked);
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
    const isNew = makeDirectory(directory, 0o700);
    // The server's user traverses root's directory to its cluster, but cannot list it.
    if (isNew && isRoot()) await chmod(directory, 0o711);
    if (isNew) await giveToOwner(home, directory);
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    return home;
  } catch (error) {
    throw new ConfigurationProblem(`DATA_DIR ${asked} cannot be used: ${(error as Error).message}`);
  }
}

/** Without this, one start as root would lock out the directory's owner. */
export async function giveToOwner({ owner }: DataHome, path: string): Promise<void> {
  if (isRoot() && owner.uid !== 0) await chown(path, owner.uid, owner.gid);
}

/** Writes a file atomically, also across a power failure. */
export async function writeDurably(home: DataHome, path: string, text: string, mode: number): Promise<void> {
  const draft = `${path}.new`;
  const file = await open(draft, 'w', mode);
  try {
    // `mode` above applies only to a new file, and a draft may be left from an interrupted start.
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
 * Distinguishes a directory from its copies: the identity survives a move, and a copy has another one. Valid until the
 * machine restarts, so use it only for comparison with what living processes report.
 */
export async function directoryIdentity(path: string): Promise<string> {
  const { dev, ino } = await stat(path, { bigint: true });
  return `${dev}:${ino}`;
}

/** A rename is durable only when its directory is synchronized. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
