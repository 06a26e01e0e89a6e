import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../../kernel/ids';
import { NO_TRANSACTION } from '../../../platform/database/database';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { FileStorage, type StoredFile } from '../../../platform/storage/file-storage';
import { newStorageKey } from '../../../platform/storage/storage-key';
import { type ImportUpload, ImportUploadsRepository } from './import-uploads.repository';

/** Stores files of imports until a job claims them (decision 0054). */
@Injectable()
export class ImportFilesService {
  constructor(
    private readonly storage: FileStorage,
    private readonly uploads: ImportUploadsRepository,
  ) {}

  /** Recorded before the file is written, so that AbandonedUploadsSweep finds the file after a crash. */
  async keep(organizationId: OrganizationId, content: Readable, maxBytes: number): Promise<StoredFile> {
    const upload = { organizationId, key: newStorageKey() };
    await this.uploads.add(upload);
    try {
      return await this.storage.put(content, { key: upload.key, maxBytes });
    } catch (error) {
      await this.drop(upload);
      throw error;
    }
  }

  read(key: string): Promise<Readable> {
    return this.storage.get(key);
  }

  async drop(upload: ImportUpload): Promise<void> {
    await this.storage.delete(upload.key);
    await this.uploads.remove(NO_TRANSACTION, upload);
  }

  /** From the commit on, the job owns the file. */
  async handOver(tx: InTransaction<DatabaseContext>, upload: ImportUpload): Promise<void> {
    await this.uploads.remove(tx, upload);
  }
}
