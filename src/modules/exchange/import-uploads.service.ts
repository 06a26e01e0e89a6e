import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../kernel/app-error';
import type { OrganizationId } from '../../kernel/ids';
import type { StoredFile } from '../../platform/storage/file-storage';
import type { UploadedForm } from '../../rpc/uploaded-form';
import { validateInput } from '../../rpc/validate-input';
import { ImportFiles } from './import-files';
import { StoredSource } from './importing/stored-source';
import { boardsImportUpload, type BoardsImportUploadInput } from './imports.schemas';

const FILE_MAX_BYTES = 100 * 1024 * 1024;
const LIMITS = { fileField: 'file', maxFileBytes: FILE_MAX_BYTES };

export interface ReceivedImport {
  input: BoardsImportUploadInput;
  source: StoredSource;
  /** Tells one content from another. */
  sha256: string;
}

/** Takes in files that are too large for the body of a procedure: to storage as they come, whole or not at all. */
@Injectable()
export class ImportUploads {
  constructor(private readonly files: ImportFiles) {}

  /** Whoever calls this drops the source, unless a job takes it. */
  async receive(organizationId: OrganizationId, form: UploadedForm): Promise<ReceivedImport> {
    let input: unknown = {};
    let stored: StoredFile | undefined;
    const hash = createHash('sha256');
    try {
      await form.read(LIMITS, {
        field: (name, value) => {
          if (name !== 'input') throw InvalidInput.at(name.slice(0, 100), 'Unknown field');
          input = value;
        },
        file: async ({ content }) => {
          const noted = Readable.from(notedBy(hash, content), { objectMode: false });
          stored = await this.files.keep(organizationId, noted, FILE_MAX_BYTES);
        },
      });
      return {
        input: validateInput(boardsImportUpload.input, input) as BoardsImportUploadInput,
        source: new StoredSource({ ...stored!, organizationId }, this.files),
        sha256: hash.digest('hex'),
      };
    } catch (error) {
      if (stored !== undefined) await this.files.drop({ ...stored, organizationId });
      throw error;
    }
  }
}

async function* notedBy(hash: ReturnType<typeof createHash>, content: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk as Buffer);
    yield chunk as Buffer;
  }
}
