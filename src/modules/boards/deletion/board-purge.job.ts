import { Injectable } from '@nestjs/common';
import type { BoardId, OrganizationId } from '../../../kernel/ids';
import { Job, type JobHandler } from '../../../platform/jobs/job.decorator';
import { BoardPurgeService } from './board-purge.service';
import { BoardsRepository } from '../boards.repository';

export interface BoardPurgePayload {
  organizationId: OrganizationId;
  boardId: BoardId;
  /** Whether the emptied row stays (kernel/tombstone.ts). */
  keepsRow: boolean;
}

@Job({ name: 'boards.purge' })
@Injectable()
export class BoardPurgeJob implements JobHandler<BoardPurgePayload> {
  constructor(
    private readonly purge: BoardPurgeService,
    private readonly boards: BoardsRepository,
  ) {}

  async perform({ organizationId, boardId, keepsRow }: BoardPurgePayload): Promise<void> {
    const context = { organizationId, transaction: null };
    await this.purge.empty(context, boardId);
    if (!keepsRow) await this.boards.delete(context, boardId);
  }
}
