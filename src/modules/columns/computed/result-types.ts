import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { type BoardFacts, boardTopic, type ColumnFacts, Hierarchy } from '../../hierarchy';
import type { ColumnConfig } from '../column-type';
import { ColumnsRepository } from '../columns.repository';
import type { LookupConfig } from '../types/lookup';
import { BoardComputations } from './board-computations';
import { computedColumns, typeOf } from './computed-columns';
import { withResultTypes } from './computed-configs';
import { withFindings } from './lookup-findings';
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
    const retyped = await this.settle(tx, before, []);
    let changed = [...retyped, ...(await this.otherwiseDated(tx, before))];
    while (changed.length > 0) {
      const next: ColumnId[] = [];
      for (const [boardId, lookups] of byBoard(await this.looking.at(tx, changed))) {
        next.push(...(await this.follow(tx, boardId, lookups, changed)));
      }
      changed = next;
    }
  }

  /** Date columns that have come to show times, or days. */
  private async otherwiseDated(tx: Tx, before: BoardFacts): Promise<ColumnId[]> {
    const after = (await this.hierarchy.boardFacts(tx, before.id))!;
    return before.columns
      .filter((column) => !isComputed(column))
      .filter((column) => holdsDays(column) !== holdsDays(after.columnsById.get(column.id)))
      .map(({ id }) => id);
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
      const found = withFindings(config, target);
      if (!isDeepStrictEqual(found, config)) await this.columns.setConfig(tx, id, found);
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
      const old = before.columnsById.get(column.id);
      if (resultOf(column) !== resultOf(old) || (isComputed(column) && holdsDays(column) !== holdsDays(old)))
        retyped.push(column.id);
    }
    const plan = computedColumns(after);
    const columnIds = plan.closureOf([...computedIds, ...retyped]).map(({ column }) => column.id);
    await this.computations.start(tx, before.id, columnIds, retyped);
    return retyped;
  }
}

function resultOf(column: ColumnFacts | undefined): string | undefined {
  return column && isComputed(column) ? (column.config as LookupConfig).result : undefined;
}

function isComputed(column: ColumnFacts): boolean {
  return typeOf(column).computedFrom !== undefined;
}

function holdsDays(column: ColumnFacts | undefined): boolean | undefined {
  return column && typeOf(column).holdsDays?.(column.config as ColumnConfig);
}
