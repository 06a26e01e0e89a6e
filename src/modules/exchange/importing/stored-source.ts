import { buffer } from 'node:stream/consumers';
import type { OrganizationId } from '../../../kernel/ids';
import type { StoredFile } from '../../../platform/storage/file-storage';
import type { ImportFiles } from '../import-files';
import type { ImportSource } from './import-source';

/** A file that was uploaded by itself. */
export class StoredSource implements ImportSource {
  readonly isText = false;
  /** Whether a job has it. */
  isTaken = false;

  constructor(
    private readonly file: StoredFile & { organizationId: OrganizationId },
    private readonly files: ImportFiles,
  ) {}

  get sizeBytes(): number {
    return this.file.sizeBytes;
  }

  async bytes(): Promise<Buffer> {
    return buffer(await this.files.read(this.file.key));
  }

  async store(): Promise<string> {
    this.isTaken = true;
    return this.file.key;
  }

  async drop(): Promise<void> {
    await this.files.drop(this.file);
  }
}
