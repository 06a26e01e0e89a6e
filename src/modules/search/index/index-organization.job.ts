import { Injectable } from '@nestjs/common';
import type { BoardId, OrganizationId } from '../../../kernel/ids';
import { Job, type JobHandler, type JobRun } from '../../../platform/jobs/job.decorator';
import type { ChangedIds } from './changed-records';
import { SearchFillsRepository } from './search-fills.repository';
import { SearchIndexerService } from './search-indexer.service';
import { SearchSourcesReadModel } from './search-sources.read-model';

export interface IndexOrganizationPayload {
  organizationId: OrganizationId;
}

const NOTHING: ChangedIds = { items: [], parents: [], boards: [], projects: [], comments: [] };

/** Indexes the records of an organization from before the index existed. */
@Job({ name: 'search.index-organization' })
@Injectable()
export class IndexOrganizationJob implements JobHandler<IndexOrganizationPayload> {
  constructor(
    private readonly sources: SearchSourcesReadModel,
    private readonly indexer: SearchIndexerService,
    private readonly fills: SearchFillsRepository,
  ) {}

  async perform({ organizationId }: IndexOrganizationPayload, run: JobRun): Promise<void> {
    const context = { organizationId, transaction: null };
    for await (const ids of this.batches(organizationId, 'project', run)) {
      await this.indexer.follow(context, { ...NOTHING, projects: ids });
    }
    for await (const ids of this.batches(organizationId, 'board', run)) {
      await this.indexer.follow(context, { ...NOTHING, boards: ids });
      for (const id of ids) await this.indexer.followBoard(context, id as BoardId, run.signal);
    }
    await this.fills.done(context);
  }

  private async *batches(organizationId: OrganizationId, of: 'board' | 'project', run: JobRun) {
    let after = '';
    for (;;) {
      run.signal.throwIfAborted();
      const ids = await this.sources.idsAfter({ organizationId, transaction: null }, of, after);
      const last = ids.at(-1);
      if (last === undefined) return;
      yield ids;
      after = last;
    }
  }
}
