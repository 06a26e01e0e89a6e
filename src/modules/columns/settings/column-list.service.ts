import { Injectable } from '@nestjs/common';
import type { BoardId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { HierarchyService } from '../../hierarchy';
import { presentColumn } from '../columns.presenter';
import type { ListedColumn } from '../columns.schemas';
import { BoardComputationsRepository } from '../computed/board-computations.repository';
import { ColumnChangesRepository } from '../changes/column-changes.repository';
import { computedColumns } from '../computed/computed-columns';

@Injectable()
export class ColumnListService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly running: BoardComputationsRepository,
    private readonly changes: ColumnChangesRepository,
  ) {}

  /** From the cache, with the progress of computations and of other changes of all items, if there are any. */
  async list(context: CallContext, boardId: BoardId): Promise<{ columns: ListedColumn[] }> {
    const { facts } = await this.hierarchy.board(context, boardId);
    const computing = facts.computing === null ? null : await this.running.progress(context, boardId);
    const changing = facts.changing === null ? null : await this.changes.progress(context, boardId);
    const running = new Set(
      computedColumns(facts)
        .closureOf(facts.computing ?? [])
        .map(({ column }) => column.id),
    );
    return {
      columns: facts.columns.map((column) => {
        const progress = changing?.get(column.id) ?? (running.has(column.id) ? computing : null);
        return {
          ...presentColumn(column, facts.columns),
          ...(progress === null ? {} : { computing: progress }),
        };
      }),
    };
  }
}
