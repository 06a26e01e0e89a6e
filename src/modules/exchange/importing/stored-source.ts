import { buffer } from 'node:stream/consumers';
import type { OrganizationId } from '../../../kernel/ids';
import type { StoredFile } from '../../../platform/storage/file-storage';
import type { ImportFilesService } from '../uploads/import-files.service';
import type { ImportSource } from './import-source';

/** A separately uploaded file. */
export class StoredSource implements ImportSource {
  readonly isText = false;
  /** Whether a job owns it. */
  isTaken = false;

  constructor(
    private readonly file: StoredFile & { organizationId: OrganizationId },
    private readonly files: ImportFilesService,
  ) {}

  get sizeBytes(): number {
    return this.file.sizeBytes;
  }

  readonly open = () => this.files.read(this.file.key);

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
