import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { type BoardFacts, boardTopic, type ColumnFacts, Hierarchy } from '../../hierarchy';
import type { ColumnConfig } from '../column-type';
import { ColumnsRepository } from '../columns.repository';
import type { LookupConfig } from '../types/lookup';
import { aggregateType } from './aggregate-linked';
import { BoardComputations } from './board-computations';
import { computedColumns, typeOf } from './computed-columns';
import { withResultTypes } from './computed-configs';
import { byBoard, type LookingColumn, LookingColumnsReadModel } from './looking-columns.read-model';

type Tx = InTransaction<TenantContext>;

/**
 * Carries a new type of results to what is computed from them, on their own board and on those that look at it, and on
 * (decision 0052). While no other computed column of the organization is being saved.
 */
@Injectable()
export class ResultTypes {
  constructor(
    private readonly hierarchy: Hierarchy,
    private readonly columns: ColumnsRepository,
    private readonly looking: LookingColumnsReadModel,
    private readonly computations: BoardComputations,
  ) {}

  /** `before`: the board as it was. Its structure is held, and its new configs are written. */
  async carry(tx: Tx, before: BoardFacts): Promise<void> {
    let changed = await this.settle(tx, before, []);
    while (changed.length > 0) {
      const next: ColumnId[] = [];
      for (const [boardId, lookups] of byBoard(await this.looking.at(tx, changed))) {
        next.push(...(await this.follow(tx, boardId, lookups, changed)));
      }
      changed = next;
    }
  }

  /** The lookups of one board; answers what has another type there. */
  private async follow(
    tx: Tx,
    boardId: BoardId,
    lookups: readonly LookingColumn[],
    targetIds: readonly ColumnId[],
  ): Promise<ColumnId[]> {
    await this.columns.holdStructure(tx, boardId);
    const board = await this.hierarchy.boardFacts(tx, boardId);
    if (board === null) return [];
    tx.transaction.touch(boardTopic(boardId));
    for (const { id } of lookups) {
      const column = board.columnsById.get(id)!;
      const config = column.config as LookupConfig;
      const targetId = config.targetColumnId as ColumnId;
      const target = (await this.hierarchy.homeOfColumn(tx, targetId))?.columnsById.get(targetId);
      if (!target || !targetIds.includes(targetId)) continue;
      const result = aggregateType(
        config.aggregate,
        typeOf(target).formulaType(target.config as ColumnConfig),
      );
      if (result !== config.result) await this.columns.setConfig(tx, id, { ...config, result });
    }
    return this.settle(
      tx,
      board,
      lookups.map(({ id }) => id),
    );
  }

  /** Writes the types of formulas that follow, and has computed what has changed; answers those of another type. */
  private async settle(tx: Tx, before: BoardFacts, computedIds: readonly ColumnId[]): Promise<ColumnId[]> {
    const after = (await this.hierarchy.boardFacts(tx, before.id))!;
    const settled = withResultTypes(after);
    const retyped: ColumnId[] = [];
    for (const column of settled) {
      const { config } = after.columnsById.get(column.id)!;
      if (column.config !== config) await this.columns.setConfig(tx, column.id, column.config);
      if (resultOf(column) !== resultOf(before.columnsById.get(column.id))) retyped.push(column.id);
    }
    const plan = computedColumns(after);
    const columnIds = plan.closureOf([...computedIds, ...retyped]).map(({ column }) => column.id);
    await this.computations.start(tx, before.id, columnIds, retyped);
    return retyped;
  }
}

function resultOf(column: ColumnFacts | undefined): string | undefined {
  return column && typeOf(column).computedFrom !== undefined
    ? (column.config as LookupConfig).result
    : undefined;
}
