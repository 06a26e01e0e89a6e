import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { DatabaseConfig } from '../../platform/config/database.config';
import { Log } from '../../platform/logging/log';

interface Copy {
  url: string;
  document: string;
}

/** The last good directory of a URL, in DATA_DIR: with it, a process starts while the URL cannot be reached. */
@Injectable()
export class CellDirectoryCopy {
  constructor(
    private readonly config: DatabaseConfig,
    private readonly log: Log,
  ) {}

  /** Null without a copy of this URL. */
  async read(url: string): Promise<string | null> {
    const text = await readFile(this.file, 'utf8').catch(() => null);
    if (text === null) return null;
    const copy = JSON.parse(text) as Copy;
    return copy.url === url ? copy.document : null;
  }

  /** Without it, only a start while the URL cannot be reached fails. */
  async write(copy: Copy): Promise<void> {
    const unfinished = `${this.file}.${process.pid}`;
    try {
      await mkdir(this.config.dataDirectory, { recursive: true });
      await writeFile(unfinished, JSON.stringify(copy), { mode: 0o600 });
      // Replaced at once: processes that share the directory never read half of it.
      await rename(unfinished, this.file);
    } catch (error) {
      this.log.warn('the directory of cells cannot be copied to DATA_DIR', { error });
    }
  }

  private get file(): string {
    return join(this.config.dataDirectory, 'cell-directory.json');
  }
}
