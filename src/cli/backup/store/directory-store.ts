import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncDirectory } from '../../../platform/database/embedded/data-home';
import { BackupProblem } from '../backup-problem';
import { BackupFileMissing, BackupStore } from './backup-store';

/** A backup in a directory. Only the user of this process can read it: it contains what the database contains. */
export class DirectoryStore extends BackupStore {
  constructor(readonly place: string) {
    super();
  }

  async isEmpty(): Promise<boolean> {
    const names = await this.reportingProblems(() =>
      readdir(this.place).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      }),
    );
    return names.length === 0;
  }

  async freeBytes(): Promise<number> {
    return this.reportingProblems(async () => {
      await mkdir(this.place, { recursive: true, mode: 0o700 });
      const { bavail, bsize } = await statfs(this.place);
      return bavail * bsize;
    });
  }

  async write(name: string, content: Readable): Promise<void> {
    const path = join(this.place, name);
    await this.reportingProblems(async () => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
      await syncDirectory(dirname(path));
    });
  }

  async read(name: string): Promise<Readable> {
    const file = await open(join(this.place, name)).catch((error: NodeJS.ErrnoException) => {
      throw ['ENOENT', 'ENOTDIR'].includes(error.code ?? '') ? new BackupFileMissing(name) : error;
    });
    return createReadStream('', { fd: file });
  }

  /** Also the directories that the file leaves empty. */
  async delete(name: string): Promise<void> {
    await rm(join(this.place, name), { force: true });
    for (let parent = dirname(name); parent !== '.'; parent = dirname(parent)) {
      const path = join(this.place, parent);
      if (!(await isEmptyDirectory(path))) return;
      await rm(path, { recursive: true, force: true });
    }
  }

  /** Names the directory: the content comes from other disks, whose failures look alike. */
  private async reportingProblems<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const { code, path, message } = error as NodeJS.ErrnoException;
      if (code === 'ENOSPC' || code === 'EDQUOT')
        throw new BackupProblem(`${this.place}: the disk is full (${code})`);
      throw path?.startsWith(this.place)
        ? new BackupProblem(`${this.place} cannot be used: ${message}`)
        : error;
    }
  }
}

async function isEmptyDirectory(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found?.isDirectory() === true && (await readdir(path)).length === 0;
}
