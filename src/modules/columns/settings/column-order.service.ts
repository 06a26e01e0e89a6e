import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import type { ColumnId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { Outbox } from '../../../platform/events/outbox';
import { type BoardFacts, HierarchyService } from '../../hierarchy';
import { ColumnStructureService } from './column-structure.service';
import { ColumnOrderChanged } from '../columns.errors';
import { columnsEvents } from '../columns.events';
import { presentColumn } from '../columns.presenter';
import { ColumnsRepository } from '../columns.repository';
import type { ColumnOutput, ColumnsReorderInput } from '../columns.schemas';

@Injectable()
export class ColumnOrderService {
  constructor(
    private readonly structure: ColumnStructureService,
    private readonly hierarchy: HierarchyService,
    private readonly columns: ColumnsRepository,
    private readonly outbox: Outbox,
  ) {}

  /** `expectedUpdatedAt` is the board's: the order is part of the board. */
  reorder(
    context: CallContext,
    { boardId, columnIds, expectedUpdatedAt }: ColumnsReorderInput,
  ): Promise<ColumnOutput[]> {
    return this.structure.changeBoard(context, boardId, async (tx, board) => {
      rejectOtherThanEachOnce(board, columnIds);
      if (!(await this.columns.reorder(tx, boardId, columnIds, expectedUpdatedAt))) {
        throw new ColumnOrderChanged();
      }
      const { facts } = await this.hierarchy.board(tx, boardId);
      await this.outbox.append(tx, columnsEvents.reordered.create({ boardId, columnIds }, { boardId }));
      return facts.columns.map((column) => presentColumn(column, facts.columns));
    });
  }
}

function rejectOtherThanEachOnce(board: BoardFacts, columnIds: readonly ColumnId[]): void {
  const named = new Set<ColumnId>();
  for (const [index, id] of columnIds.entries()) {
    const path = `columnIds.${index}`;
    if (named.has(id)) throw InvalidInput.at(path, 'Must not be repeated');
    if (!board.columnsById.has(id)) throw InvalidInput.at(path, 'Must be a column of this board');
    named.add(id);
  }
  if (named.size !== board.columns.length) {
    throw InvalidInput.at('columnIds', `Must name each of the board's ${board.columns.length} columns once`);
  }
}
