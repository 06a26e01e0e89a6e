import { Injectable } from '@nestjs/common';
import type { BoardId, OrganizationId } from '../../../kernel/ids';
import { Job, type JobHandler, type JobRun } from '../../../platform/jobs/job.decorator';
import { SearchIndexerService } from './search-indexer.service';

export interface IndexBoardPayload {
  organizationId: OrganizationId;
  boardId: BoardId;
}

/** Indexes all items of a board that was copied, or whose searchable columns have changed. */
@Job({ name: 'search.index-board' })
@Injectable()
export class IndexBoardJob implements JobHandler<IndexBoardPayload> {
  constructor(private readonly indexer: SearchIndexerService) {}

  async perform({ organizationId, boardId }: IndexBoardPayload, run: JobRun): Promise<void> {
    await this.indexer.followBoard({ organizationId, transaction: null }, boardId, run.signal);
  }
}
