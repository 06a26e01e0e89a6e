import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { StreamDigest } from '../../platform/crypto/digest';
import type { OrganizationId } from '../../kernel/ids';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { Job, type JobHandler, type JobRun } from '../../platform/jobs/job.decorator';
import { Jobs } from '../../platform/jobs/jobs';
import { Log } from '../../platform/logging/log';
import { FileStorage } from '../../platform/storage/file-storage';
import { newStorageKey } from '../../platform/storage/storage-key';
import { ArchivesRepository, type ExportId } from './archives.repository';
import { SendArchiveNoticeJob } from './notice/send-archive-notice.job';
import { ArchiveWriterService } from './writing/archive-writer.service';

export interface ExportPayload {
  organizationId: OrganizationId;
  exportId: ExportId;
}

const KEPT_MS = 7 * 24 * 60 * 60_000;
const PROGRESS_EVERY_MS = 1_000;

/**
 * Writes the archive of an organization into the file storage. Each attempt has a file of its own, whose key is recorded before it
 * is written: a process that dies leaves a file that the next attempt, or the expiry of the export, removes.
 */
@Job({ name: 'organizations.export', maxAttempts: 4, isPatient: true })
@Injectable()
export class ExportOrganizationJob implements JobHandler<ExportPayload> {
  constructor(
    private readonly exports: ArchivesRepository,
    private readonly writer: ArchiveWriterService,
    private readonly storage: FileStorage,
    private readonly jobs: Jobs,
    private readonly log: Log,
  ) {}

  async perform({ organizationId, exportId }: ExportPayload, run: JobRun): Promise<void> {
    const context: TenantContext = { organizationId, transaction: null };
    const storageKey = newStorageKey();
    if (!(await this.exports.begin(context, exportId, storageKey))) return;
    try {
      const { size, sha256 } = await this.write(context, exportId, storageKey, run.signal);
      const expiresAt = new Date(clock.nowMs() + KEPT_MS);
      const isCurrent = await this.exports.complete(context, exportId, {
        storageKey,
        size,
        sha256,
        expiresAt,
      });
      if (!isCurrent) await this.storage.delete(storageKey);
    } catch (error) {
      await this.storage.delete(storageKey);
      // The process stops: the attempt is repeated by another one.
      if (run.signal.aborted || !run.isLastAttempt) throw error;
      await this.exports.fail(context, exportId);
      this.log.error('an organization could not be exported', { organizationId, exportId, error });
    }
    await this.jobs.enqueue(context, SendArchiveNoticeJob, { organizationId, exportId }, { key: exportId });
  }

  private async write(
    context: TenantContext,
    exportId: ExportId,
    storageKey: string,
    signal: AbortSignal,
  ): Promise<{ size: number; sha256: string }> {
    const digest = new StreamDigest();
    let size = 0;
    let writtenMs = clock.nowMs();
    let progress = Promise.resolve();
    const receive = async (content: Readable) => {
      const stored = new PassThrough();
      const counted = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          size += chunk.length;
          yield chunk;
        }
      };
      await Promise.all([
        pipeline(content, counted, (chunks: AsyncIterable<Buffer>) => digest.through(chunks), stored),
        this.storage.put(stored, { maxBytes: Number.MAX_SAFE_INTEGER, key: storageKey }),
      ]);
    };
    await this.writer.write(context.organizationId, receive, {
      signal,
      onProgress: (done, total) => {
        if (clock.nowMs() - writtenMs < PROGRESS_EVERY_MS) return;
        writtenMs = clock.nowMs();
        const percent = Math.min(99, Math.floor((done / total) * 100));
        progress = progress.then(() =>
          this.exports
            .advance(context, exportId, storageKey, percent)
            .catch((error: unknown) => this.log.warn('the progress of an export was not stored', { error })),
        );
      },
    });
    await progress;
    return { size, sha256: digest.hex() };
  }
}
