import { Injectable } from '@nestjs/common';
import type { ColumnId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { Jobs } from '../../platform/jobs/jobs';
import { ClearColumnJob } from './clear-column.job';
import { ColumnAnnouncements } from './column-announcements';
import { ColumnFollowers } from './column-followers';
import { ColumnStructure } from './column-structure';
import { ColumnChanged } from './columns.errors';
import { columnsEvents } from './columns.events';
import { ColumnsRepository } from './columns.repository';

@Injectable()
export class ColumnDeletionService {
  constructor(
    private readonly structure: ColumnStructure,
    private readonly columns: ColumnsRepository,
    private readonly followers: ColumnFollowers,
    private readonly announcements: ColumnAnnouncements,
    private readonly jobs: Jobs,
  ) {}

  /**
   * The column is gone at once, and nothing shows its values any more; they are removed from the items in the
   * background. What is computed from it stays and fails.
   */
  async delete(context: CallContext, id: ColumnId, expected?: Date): Promise<void> {
    await this.structure.changeColumn(context, id, async (tx, column, board) => {
      if (expected && column.updatedAt !== expected.toISOString()) throw new ColumnChanged();
      await this.announcements.announce(tx, id, columnsEvents.deleted);
      await this.followers.beforeDeletion(tx, board, column);
      await this.columns.delete(tx, id);
      await this.columns.closeGap(tx, column.boardId, column.position);
      const { organizationId } = context;
      await this.jobs.enqueue(tx, ClearColumnJob, { organizationId, boardId: column.boardId, columnId: id });
    });
  }
}
