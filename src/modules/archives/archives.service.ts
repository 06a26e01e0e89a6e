import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { DownloadUrls } from '../../access/download-urls';
import type { CallContext } from '../../access/principal';
import { clock } from '../../kernel/clock';
import { newId } from '../../kernel/ids';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Jobs } from '../../platform/jobs/jobs';
import { FileStorage, StoredFileMissing } from '../../platform/storage/file-storage';
import { RecentSignInService } from '../accounts';
import { ExportNotFound, ExportNotReady, ExportRunning } from './archives.errors';
import { ArchivesRepository, type ExportId, type OrganizationExport } from './archives.repository';
import type { OrganizationExportOutput } from './archives.schemas';
import { ExportOrganizationJob } from './export-organization.job';

/** An export that does not end is removed after this time. */
const RUNNING_MAX_MS = 7 * 24 * 60 * 60_000;

@Injectable()
export class ArchivesService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly exports: ArchivesRepository,
    private readonly jobs: Jobs,
    private readonly storage: FileStorage,
    private readonly urls: DownloadUrls,
    private readonly signIns: RecentSignInService,
  ) {}

  start(context: CallContext): Promise<OrganizationExportOutput> {
    return this.transactions.run(context, async (tx: InTransaction<CallContext>) => {
      const id = newId('organizationExport');
      const expiresAt = new Date(clock.nowMs() + RUNNING_MAX_MS);
      const started = await this.exports.add(tx, { id, createdBy: tx.principal.userId, expiresAt });
      if (started === null) throw new ExportRunning();
      await this.jobs.enqueue(tx, ExportOrganizationJob, { organizationId: tx.organizationId, exportId: id });
      return this.presented(tx, started);
    });
  }

  async get(context: CallContext, id: ExportId): Promise<OrganizationExportOutput> {
    return this.presented(context, await this.found(context, id));
  }

  /** Requires a recent sign-in: the archive contains everything, and a link can be opened with a session that was left open. */
  async open(
    context: CallContext,
    id: ExportId,
  ): Promise<{ content: Readable; fileName: string; size: number }> {
    const found = await this.found(context, id);
    await this.signIns.assert(context, context.person);
    if (found.status !== 'ready') throw new ExportNotReady();
    try {
      const content = await this.storage.get(found.storageKey!);
      return { content, fileName: fileNameOf(found), size: found.size! };
    } catch (error) {
      // A restored backup has the record, but not the archive.
      throw error instanceof StoredFileMissing ? new ExportNotFound() : error;
    }
  }

  private async found(context: CallContext, id: ExportId): Promise<OrganizationExport> {
    const found = await this.exports.find(context, id);
    if (found === null || new Date(found.expiresAt) <= clock.now()) throw new ExportNotFound();
    return found;
  }

  private async presented(
    context: CallContext,
    { storageKey: _storageKey, ...found }: OrganizationExport,
  ): Promise<OrganizationExportOutput> {
    const isReady = found.status === 'ready';
    const url = isReady ? await this.urls.of(context, `/api/organizations/exports/${found.id}`) : null;
    return {
      ...found,
      url: url?.href ?? null,
      fileName: isReady ? fileNameOf(found) : null,
    } as OrganizationExportOutput;
  }
}

function fileNameOf({ createdAt }: Pick<OrganizationExport, 'createdAt'>): string {
  return `organization-${new Date(createdAt).toISOString().slice(0, 10)}.zip`;
}
