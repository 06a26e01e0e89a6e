import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { type FormId, newId } from '../../../kernel/ids';
import type { FormFile, UploadedForm } from '../../../http/bodies/uploaded-form';
import { FilesConfig } from '../../../platform/config/files.config';
import { StreamDigest } from '../../../platform/crypto/digest';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Jobs } from '../../../platform/jobs/jobs';
import { FileStorage } from '../../../platform/storage/file-storage';
import { newStorageKey } from '../../../platform/storage/storage-key';
import { InvalidInput } from '../../../kernel/app-error';
import { type FileRecord, fileRecord } from '../file.record';
import { FileNotFound, StorageQuotaExceeded, TooManyPendingFiles } from '../files.errors';
import { FilesRepository, type NewFile, type Uploader } from '../files.repository';
import { hasThumbnail } from '../thumbnails/has-thumbnail';
import { MakeThumbnailJob } from '../thumbnails/make-thumbnail.job';
import { cleanFileName } from './clean-file-name';
import { ContentHead } from './content-head';
import { sniffType, SNIFFED_BYTES } from './sniff-type';

const FILES_MAX = 10;
/** Of one form, until they are submitted or removed: otherwise anyone could use up the organization's quota. */
const PENDING_MAX_BYTES = 1024 ** 3;

/** A file that was received, and its digest. */
export interface ReceivedFile extends FileRecord {
  sha256: string;
}

/** Streams the files of a form to the storage: all of them, or none. */
@Injectable()
export class FileUploadsService {
  constructor(
    private readonly storage: FileStorage,
    private readonly files: FilesRepository,
    private readonly limits: FilesConfig,
    private readonly transactions: TransactionRunner,
    private readonly jobs: Jobs,
  ) {}

  /** Files that no record refers to within a day are removed (OrphanedFilesSweep). */
  async receive(context: TenantContext, uploader: Uploader, form: UploadedForm): Promise<ReceivedFile[]> {
    const { maxBytes, quotaBytes } = this.limits;
    // The exact check follows when the size is known.
    if ((await this.files.usedBytes(context)) >= quotaBytes) throw new StorageQuotaExceeded(quotaBytes);
    const begun: NewFile[] = [];
    const received: ReceivedFile[] = [];
    try {
      await form.read(
        { fileField: 'file', maxFiles: FILES_MAX, maxFileBytes: maxBytes },
        {
          field: (name) => {
            throw InvalidInput.at(name.slice(0, 100), 'Unknown field');
          },
          file: async (file) => {
            const recorded = await this.begin(context, uploader, file);
            begun.push(recorded);
            received.push(await this.store(context, recorded, file.content));
          },
        },
      );
      return received;
    } catch (error) {
      await this.discard(context, begun);
      throw error;
    }
  }

  /** One file of a form whose other parts the caller reads; the same otherwise. */
  async receiveOne(context: TenantContext, uploader: Uploader, file: FormFile): Promise<ReceivedFile> {
    const { quotaBytes } = this.limits;
    if ((await this.files.usedBytes(context)) >= quotaBytes) throw new StorageQuotaExceeded(quotaBytes);
    const recorded = await this.begin(context, uploader, file);
    try {
      return await this.store(context, recorded, file.content);
    } catch (error) {
      await this.discard(context, [recorded]);
      throw error;
    }
  }

  /** Rejects another file of a form with too many that were not submitted, before it is read. */
  async rejectPending(context: TenantContext, formId: FormId): Promise<void> {
    if ((await this.files.pendingBytes(context, formId)) >= PENDING_MAX_BYTES)
      throw new TooManyPendingFiles();
  }

  /** Deletes files that no record refers to; a worker removes their content. */
  async discard(context: TenantContext, files: readonly Pick<NewFile, 'id'>[]): Promise<void> {
    for (const { id } of files) await this.files.delete(context, id);
  }

  /** Recorded before the content is written, so that the content of a process that died is removed. */
  private async begin(context: TenantContext, uploader: Uploader, { name }: FormFile): Promise<NewFile> {
    const file = { id: newId('file'), storageKey: newStorageKey(), name: cleanFileName(name), uploader };
    await this.files.begin(context, file);
    return file;
  }

  private async store(
    context: TenantContext,
    { id, storageKey, name, uploader }: NewFile,
    content: Readable,
  ): Promise<ReceivedFile> {
    const digest = new StreamDigest();
    const head = new ContentHead(SNIFFED_BYTES);
    const observed = Readable.from(digest.through(Readable.from(head.through(content))), {
      objectMode: false,
    });
    const { maxBytes, quotaBytes } = this.limits;
    const { sizeBytes } = await this.storage.put(observed, { key: storageKey, maxBytes });
    const sha256 = digest.hex();
    const type = await sniffType(head.bytes(), name);
    const row = await this.transactions.run(context, async (tx) => {
      const completed = await this.files.complete(tx, id, { type, sizeBytes, sha256 }, quotaBytes);
      // Now with the sizes of parallel uploads, which wait for each other in `complete`.
      if ('formId' in uploader && (await this.files.pendingBytes(tx, uploader.formId)) > PENDING_MAX_BYTES)
        throw new TooManyPendingFiles();
      const { organizationId } = context;
      if (completed !== null && hasThumbnail({ type, sizeBytes }))
        await this.jobs.enqueue(tx, MakeThumbnailJob, { organizationId, fileId: id });
      return completed;
    });
    if (row === null) {
      // The upload took longer than a day, or the organization was deleted: the content was written after its removal.
      await this.storage.delete(storageKey);
      throw new FileNotFound();
    }
    return { ...fileRecord(row), sha256 };
  }
}
