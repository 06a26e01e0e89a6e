import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { type BoardFacts, boardTopic, type ColumnFacts, HierarchyService } from '../../hierarchy';
import { ColumnsRepository } from '../columns.repository';
import { BoardComputationsService } from './board-computations.service';
import { computedColumns, formulaConfigOf, lookupConfigOf, typeOf } from './computed-columns';
import { withResultTypes } from './computed-configs.service';
import { withFindings } from './lookups/lookup-findings';
import {
  byBoard,
  type ReferencingLookup,
  ReferencingLookupsReadModel,
} from './lookups/referencing-lookups.read-model';

type Tx = InTransaction<TenantContext>;

/**
 * Propagates a new result type to the columns that are computed from it, on its own board and on boards with
 * lookups of it, transitively (decision 0052). No other computed column of the organization can be saved
 * meanwhile.
 */
@Injectable()
export class ResultTypesService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly columns: ColumnsRepository,
    private readonly looking: ReferencingLookupsReadModel,
    private readonly computations: BoardComputationsService,
  ) {}

  /** `before`: the board before the change. Its structure is locked, and its new configs are written. */
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

  /** Date columns that started or stopped showing times. */
  private async otherwiseDated(tx: Tx, before: BoardFacts): Promise<ColumnId[]> {
    const after = (await this.hierarchy.boardFacts(tx, before.id))!;
    return before.columns
      .filter((column) => !isComputed(column))
      .filter((column) => holdsDays(column) !== holdsDays(after.columnsById.get(column.id)))
      .map(({ id }) => id);
  }

  /** The lookups of one board; returns the columns whose type changed there. */
  private async follow(
    tx: Tx,
    boardId: BoardId,
    lookups: readonly ReferencingLookup[],
    targetIds: readonly ColumnId[],
  ): Promise<ColumnId[]> {
    await this.columns.lockStructure(tx, boardId);
    const board = await this.hierarchy.boardFacts(tx, boardId);
    if (board === null) return [];
    tx.transaction.invalidate(boardTopic(boardId));
    for (const { id } of lookups) {
      const column = board.columnsById.get(id)!;
      const config = lookupConfigOf(column);
      const targetId = config?.targetColumnId;
      if (!config || targetId === undefined) continue;
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

  /**
   * Writes the derived types of formulas and schedules the computation of what changed; returns the columns of
   * another type.
   */
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
  return column && (formulaConfigOf(column) ?? lookupConfigOf(column))?.result;
}

function isComputed(column: ColumnFacts): boolean {
  return typeOf(column).computedFrom !== undefined;
}

function holdsDays(column: ColumnFacts | undefined): boolean | undefined {
  return column && typeOf(column).holdsDays?.(column.config);
}
