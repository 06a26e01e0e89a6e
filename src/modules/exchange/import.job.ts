import { Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error';
import type { ImportId, OrganizationId, UserId } from '../../kernel/ids';
import { StandingReader } from '../../access/ports';
import type { CallContext } from '../../access/principal';
import { Job, type JobHandler, type JobRun } from '../../platform/jobs/job.decorator';
import { FileStorage } from '../../platform/storage/file-storage';
import { RecordRefused } from '../hierarchy';
import { AlreadyEnded, ImportRun } from './importing/import-run';
import type { ImportWork } from './importing/import-work';
import { RowsRefused } from './imports.errors';
import { ImportsRepository } from './imports.repository';
import type { ImportProblem } from './imports.schemas';

export interface ImportPayload {
  organizationId: OrganizationId;
  importId: ImportId;
}

/**
 * Writes the rows of a large file, all in one transaction: a worker that dies leaves nothing, and the next attempt begins
 * anew. Whatever is not the service's fault fails the import for good and is told in its problems.
 */
@Job({ name: 'boards.import', maxAttempts: 4 })
@Injectable()
export class ImportJob implements JobHandler<ImportPayload> {
  constructor(
    private readonly standings: StandingReader,
    private readonly writing: ImportRun,
    private readonly imports: ImportsRepository,
    private readonly storage: FileStorage,
  ) {}

  async perform({ organizationId, importId }: ImportPayload, run: JobRun): Promise<void> {
    const tenant = { organizationId, transaction: null };
    const running = await this.imports.findRunning(tenant, importId);
    if (running === null) return;
    const { work, createdBy } = running;
    try {
      const context = await this.contextOf(importId, organizationId, createdBy, work);
      await this.writing.write(context, importId, work, run.signal);
    } catch (error) {
      if (error instanceof AlreadyEnded) return;
      const isFinal = error instanceof AppError && error.code !== 'SERVICE_UNAVAILABLE';
      if (!isFinal && !run.isLastAttempt) throw error;
      const problems = isFinal ? problemsOf(error) : [problem('The import failed; try it again')];
      await this.imports.end(tenant, importId, { status: 'failed', boardId: null, problems });
      if (!isFinal) throw error;
    }
    await this.storage.delete(work.storageKey);
  }

  /** The caller as they stand now: a role may have gone since the call. */
  private async contextOf(
    importId: ImportId,
    organizationId: OrganizationId,
    userId: UserId,
    { caller }: ImportWork,
  ): Promise<CallContext> {
    const standing = await this.standings.standing(organizationId, userId);
    if (standing === null) throw new RecordRefused('Whoever started the import is no longer a member');
    const person = { userId, credential: caller.credential, scopes: new Set(caller.scopes) };
    const principal = { ...person, ...standing, organizationId };
    return { requestId: importId, transaction: null, person, principal, organizationId };
  }
}

function problemsOf(error: AppError): ImportProblem[] {
  return error instanceof RowsRefused ? [...error.problems] : [problem(error.message)];
}

/** What is about no line. */
function problem(reason: string): ImportProblem {
  return { line: null, column: null, reason };
}
