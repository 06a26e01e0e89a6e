import { Readable } from 'node:stream';
import type { OrganizationId } from '../../../kernel/ids';
import type { ImportFilesService } from '../uploads/import-files.service';
import { fileBytes } from './file-bytes';
import type { ImportSource } from './import-source';

/** A file inside an input. */
export class InlineSource implements ImportSource {
  readonly sizeBytes: number;
  readonly isText: boolean;
  readonly open = null;

  constructor(private readonly file: { content: string; encoding: 'utf8' | 'base64' }) {
    this.sizeBytes = file.content.length;
    this.isText = file.encoding === 'utf8';
  }

  async bytes(): Promise<Buffer> {
    return fileBytes(this.file);
  }

  async store(files: ImportFilesService, organizationId: OrganizationId): Promise<string> {
    const bytes = fileBytes(this.file);
    const { key } = await files.keep(organizationId, Readable.from([bytes]), bytes.length);
    return key;
  }
}
