import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { FileId, OrganizationId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { Jobs } from '../../../platform/jobs/jobs';
import { FileStorage } from '../../../platform/storage/file-storage';
import { newStorageKey } from '../../../platform/storage/storage-key';
import { MakeThumbnailJob } from '../../files';
import { ArchivedFile, type ArchiveManifest, filePart, FILES_PART } from '../archive-manifest';
import type { ArchiveFile } from '../reading/archive-file';
import { ArchiveProblem } from '../reading/archive-problem';
import { ArchiveImportRepository } from './archive-import.repository';

/** A content of an archive in the storage. */
export interface CopiedFile {
  key: string;
  bytes: number;
  sha256: string;
}

/** The contents of the files of an archive. */
@Injectable()
export class ImportedFilesService {
  constructor(
    private readonly rows: ArchiveImportRepository,
    private readonly storage: FileStorage,
    private readonly jobs: Jobs,
  ) {}

  /** Copies all contents to the storage; returns where they are. Whatever is not claimed is removed after a week. */
  async copy(archive: ArchiveFile, { parts }: ArchiveManifest): Promise<Map<FileId, CopiedFile>> {
    const copied = new Map<FileId, CopiedFile>();
    const list = parts.find(({ name }) => name === FILES_PART)!;
    try {
      for await (const line of archive.lines(list)) {
        const { id, bytes, sha256 } = ArchivedFile.parse(JSON.parse(line));
        const key = newStorageKey();
        await this.rows.announceFile(key);
        copied.set(id as FileId, { key, bytes, sha256 });
        const content = Readable.from(archive.content({ name: filePart(id), bytes, sha256 }));
        await this.storage.put(content, { key, maxBytes: bytes });
      }
      return copied;
    } catch (error) {
      await this.abandon(copied);
      throw error;
    }
  }

  /** The contents belong to the organization when the transaction commits; thumbnails of these images follow. */
  async claim(
    tx: InTransaction<TenantContext>,
    copied: ReadonlyMap<FileId, CopiedFile>,
    images: readonly FileId[],
  ): Promise<void> {
    const { organizationId } = tx;
    if ((await this.rows.claimFiles(tx, keysOf(copied))) !== copied.size)
      throw new ArchiveProblem('The import took so long that copied files were removed; repeat it');
    await this.jobs.enqueueAll(
      tx,
      MakeThumbnailJob,
      images.map((fileId) => ({
        payload: { organizationId: organizationId as OrganizationId, fileId },
        key: fileId,
      })),
    );
  }

  /** After a failed import. */
  async abandon(copied: ReadonlyMap<FileId, CopiedFile>): Promise<void> {
    await this.rows.abandonFiles(keysOf(copied));
  }
}

function keysOf(copied: ReadonlyMap<FileId, CopiedFile>): string[] {
  return Array.from(copied.values(), ({ key }) => key);
}
