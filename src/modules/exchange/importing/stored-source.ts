import { buffer } from 'node:stream/consumers';
import type { FileStorage, StoredFile } from '../../../platform/storage/file-storage';
import type { ImportSource } from './import-source';

/** A file that was uploaded by itself. */
export class StoredSource implements ImportSource {
  readonly isText = false;
  /** Whether a job has it. */
  isTaken = false;

  constructor(
    private readonly file: StoredFile,
    private readonly storage: FileStorage,
  ) {}

  get sizeBytes(): number {
    return this.file.sizeBytes;
  }

  async bytes(): Promise<Buffer> {
    return buffer(await this.storage.get(this.file.key));
  }

  async store(): Promise<string> {
    this.isTaken = true;
    return this.file.key;
  }

  async drop(): Promise<void> {
    await this.storage.delete(this.file.key);
  }
}
