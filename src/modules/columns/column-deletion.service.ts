import { Injectable } from '@nestjs/common';
import type { ColumnId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { Jobs } from '../../platform/jobs/jobs';
import { ColumnChangesService } from './changes/column-changes.service';
import { ClearColumnJob } from './clear-column.job';
import { ColumnPublisherService } from './column-publisher.service';
import { ColumnDependentsService } from './column-dependents.service';
import { ColumnStructureService } from './settings/column-structure.service';
import { ColumnChanged } from './columns.errors';
import { columnsEvents } from './columns.events';
import { ColumnsRepository } from './columns.repository';

@Injectable()
export class ColumnDeletionService {
  constructor(
    private readonly structure: ColumnStructureService,
    private readonly columns: ColumnsRepository,
    private readonly followers: ColumnDependentsService,
    private readonly publisher: ColumnPublisherService,
    private readonly changes: ColumnChangesService,
    private readonly jobs: Jobs,
  ) {}

  /**
   * The column is deleted immediately and its values are no longer shown; they are removed from the items in the
   * background. Columns that are computed from it remain and fail.
   */
  async delete(context: CallContext, id: ColumnId, expected?: Date): Promise<void> {
    await this.structure.changeColumn(context, id, async (tx, column, board) => {
      this.changes.assertNotCopied(board, id);
      if (expected && column.updatedAt !== expected.toISOString()) throw new ColumnChanged();
      await this.publisher.publish(tx, id, columnsEvents.deleted);
      await this.followers.beforeDeletion(tx, board, column);
      await this.columns.delete(tx, id);
      await this.columns.closeGap(tx, column.boardId, column.position);
      const { organizationId } = context;
      await this.jobs.enqueue(tx, ClearColumnJob, {
        organizationId,
        boardId: column.boardId,
        columnId: id,
        columnKey: column.key,
      });
    });
  }
}
