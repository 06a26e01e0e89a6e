import { Injectable } from '@nestjs/common';
import type { BoardId, OrganizationId } from '../../kernel/ids';
import { Job, type JobHandler, type JobRun } from '../../platform/jobs/job.decorator';
import { SearchIndexer } from './search-indexer';

export interface IndexBoardPayload {
  organizationId: OrganizationId;
  boardId: BoardId;
}

/** Indexes all items of a board that was copied, or whose columns have changed what there is to read. */
@Job({ name: 'search.index-board' })
@Injectable()
export class IndexBoardJob implements JobHandler<IndexBoardPayload> {
  constructor(private readonly indexer: SearchIndexer) {}

  async perform({ organizationId, boardId }: IndexBoardPayload, run: JobRun): Promise<void> {
    await this.indexer.followBoard({ organizationId, transaction: null }, boardId, run.signal);
  }
}
