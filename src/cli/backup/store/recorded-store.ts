import type { Readable } from 'node:stream';
import { BackupStore } from './backup-store';

/** A store that can delete again what was written to it. */
export class RecordedStore extends BackupStore {
  private readonly written: string[] = [];

  constructor(private readonly store: BackupStore) {
    super();
  }

  get place(): string {
    return this.store.place;
  }

  isEmpty(): Promise<boolean> {
    return this.store.isEmpty();
  }

  freeBytes(): Promise<number | null> {
    return this.store.freeBytes();
  }

  write(name: string, content: Readable): Promise<void> {
    this.written.push(name);
    return this.store.write(name, content);
  }

  read(name: string): Promise<Readable> {
    return this.store.read(name);
  }

  async delete(name: string): Promise<void> {
    await this.store.delete(name);
  }

  /** As far as the store permits: the failure that led here is the one to report. */
  async deleteWritten(): Promise<void> {
    for (const name of this.written) {
      try {
        await this.store.delete(name);
      } catch {
        return;
      }
    }
  }
}
