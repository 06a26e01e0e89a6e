import { Injectable } from '@nestjs/common';
import { newId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { isDryRun } from '../../../platform/dry-run/dry-run';
import { Jobs } from '../../../platform/jobs/jobs';
import { newStorageKey } from '../../../platform/storage/storage-key';
import { ImportFilesService } from '../uploads/import-files.service';
import { ImportJob } from '../import.job';
import { WholeImportJob } from '../whole-import.job';
import { ImportsRepository } from '../imports.repository';
import type { ImportOutput } from '../imports.schemas';
import { parentIndexesOf } from './import-plan';
import { NO_RESULT } from './import-result';
import type { ImportSource } from './import-source';
import type { ImportWork } from './import-work';

/** Passes a checked import with its file to a job. */
@Injectable()
export class ImportStagingService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly imports: ImportsRepository,
    private readonly files: ImportFilesService,
    private readonly jobs: Jobs,
  ) {}

  async begin(
    context: CallContext,
    source: ImportSource,
    { total, ...asked }: Pick<ImportWork, 'reading' | 'plan' | 'place' | 'streamed'> & { total: number },
  ): Promise<ImportOutput> {
    const { organizationId } = context;
    const storageKey = isDryRun() ? newStorageKey() : await source.store(this.files, organizationId);
    const upload = { organizationId, key: storageKey };
    const { credential, scopes } = context.principal;
    const work = { ...asked, storageKey, caller: { credential, scopes: [...scopes] } };
    const begun = this.transactions.run(context, async (tx) => {
      const id = newId('import');
      const record = await this.imports.create(tx, {
        id,
        boardId: asked.place.id ?? null,
        projectId: asked.place.projectId ?? null,
        total,
        work,
        result: NO_RESULT,
      });
      await this.jobs.enqueue(tx, isNewer(work) ? WholeImportJob : ImportJob, {
        organizationId,
        importId: id,
      });
      await this.files.handOver(tx, upload);
      return record;
    });
    return begun.catch(async (error: unknown) => {
      if (!isDryRun()) await this.files.drop(upload);
      throw error;
    });
  }
}

/** Whether workers of earlier releases would read the file differently. */
function isNewer({ plan, reading, streamed }: ImportWork): boolean {
  const { source = 'csv', updateBy } = plan;
  const headerRow = streamed?.reading.headerRow ?? reading.headerRow;
  const isRelated = updateBy !== undefined || parentIndexesOf(plan).length > 0;
  return source !== 'csv' || isRelated || headerRow !== undefined;
}
