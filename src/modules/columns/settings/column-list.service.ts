import { Injectable } from '@nestjs/common';
import type { BoardId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { type ColumnFacts, HierarchyService } from '../../hierarchy';
import { type ChangeProgress, ColumnChangesRepository } from '../changes/column-changes.repository';
import { ColumnHasDuplicates } from '../columns.errors';
import { changeColumns } from '../columns.policy';
import { presentColumn } from '../columns.presenter';
import type { ColumnFailure, ListedColumn } from '../columns.schemas';
import { BoardComputationsRepository } from '../computed/board-computations.repository';
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
    const { facts, access } = await this.hierarchy.board(context, boardId);
    const computing = facts.computing === null ? null : await this.running.progress(context, boardId);
    const changing = facts.changing === null ? null : await this.changes.progress(context, boardId);
    const canRepeat = changeColumns.allows(context.principal, { access });
    const running = new Set(
      computedColumns(facts)
        .closureOf(facts.computing ?? [])
        .map(({ column }) => column.id),
    );
    return {
      columns: facts.columns.map((column) => {
        const change = changing?.get(column.id);
        const changed = change?.hasFailed === false ? change : null;
        const progress = changed ?? (running.has(column.id) ? computing : null);
        const failure = canRepeat ? failureOf(column, change) : null;
        return {
          ...presentColumn(column, facts.columns),
          ...(progress === null ? {} : { computing: { done: progress.done, total: progress.total } }),
          ...(failure === null ? {} : { failure }),
        };
      }),
    };
  }
}

/** The error with which the same change fails on a small board. */
function failureOf({ name }: ColumnFacts, change: ChangeProgress | undefined): ColumnFailure | null {
  if (change?.hasFailed !== true) return null;
  const { message, issues } = new ColumnHasDuplicates(name, change.pairs ?? []);
  return { reason: 'value_not_unique', message, issues: [...issues!] };
}
