import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import type { OrganizationId } from '../../../kernel/ids';
import type { StoredFile } from '../../../platform/storage/file-storage';
import type { UploadedForm } from '../../../http/bodies/uploaded-form';
import { validateInput } from '../../../rpc/validate-input';
import { ImportFilesService } from './import-files.service';
import { StoredSource } from '../importing/stored-source';
import { boardsImportUpload, type BoardsImportUploadInput } from '../imports.schemas';
import { StreamDigest } from '../../../platform/crypto/digest';

const FILE_MAX_BYTES = 256 * 1024 * 1024;
const LIMITS = { fileField: 'file', maxFiles: 1, maxFileBytes: FILE_MAX_BYTES };

export interface ReceivedImport {
  input: BoardsImportUploadInput;
  source: StoredSource;
  /** Identifies the content. */
  sha256: string;
}

/** Streams files that are too large for the body of a procedure to storage, whole or not at all. */
@Injectable()
export class ImportUploadsService {
  constructor(private readonly files: ImportFilesService) {}

  /** The caller deletes the source, unless a job claims it. */
  async receive(organizationId: OrganizationId, form: UploadedForm): Promise<ReceivedImport> {
    let input: unknown = {};
    let stored: StoredFile | undefined;
    const digest = new StreamDigest();
    try {
      await form.read(LIMITS, {
        field: (name, value) => {
          if (name !== 'input') throw InvalidInput.at(name.slice(0, 100), 'Unknown field');
          input = value;
        },
        file: async ({ content }) => {
          const noted = Readable.from(digest.through(content), { objectMode: false });
          stored = await this.files.keep(organizationId, noted, FILE_MAX_BYTES);
        },
      });
      return {
        input: validateInput(boardsImportUpload.input, input) as BoardsImportUploadInput,
        source: new StoredSource({ ...stored!, organizationId }, this.files),
        sha256: digest.hex(),
      };
    } catch (error) {
      if (stored !== undefined) await this.files.drop({ ...stored, organizationId });
      throw error;
    }
  }
}
