import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import type { BoardId, ColumnId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { type BoardFacts, boardTopic, type ColumnFacts, HierarchyService } from '../../hierarchy';
import type { ColumnConfig } from '../../../column-types/column-type';
import { ColumnsRepository } from '../columns.repository';
import { compileFormula, type CompiledFormula, InvalidFormula } from '../../../column-types/formula';
import type { FormulaConfig, LookupConfig } from '../../../column-types/configs/computed-configs';
import { withFindings } from './lookups/lookup-findings';
import { assertWithinLimit } from './computation-limits';
import {
  type BoardColumns,
  computedColumns,
  formulaColumns,
  formulaConfigOf,
  inputsOf,
  lookupConfigOf,
  typeOf,
} from './computed-columns';

/** A computed column that is being saved: `column` has the config that its type has parsed. */
export interface SavedColumn {
  column: ColumnFacts;
  previous: ColumnConfig | null;
  /** The path of its config in the input. */
  path: string;
}

/**
 * Checks what computed columns are computed from, and completes their configs with the derived result types
 * (decisions 0040 and 0041). Runs inside a transaction that changes the structure of the column's board.
 */
@Injectable()
export class ComputedConfigsService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly columns: ColumnsRepository,
  ) {}

  /** The config to store; that of other columns is unchanged. */
  async complete(context: TenantContext, board: BoardColumns, saved: SavedColumn): Promise<ColumnConfig> {
    const formula = formulaConfigOf(saved.column);
    const lookup = lookupConfigOf(saved.column);
    if (formula === null && lookup === null) return saved.column.config;
    if (context.transaction) {
      await this.columns.lockComputed({ ...context, transaction: context.transaction });
    }
    const complete =
      lookup === null
        ? completeFormula(board, saved, formula!)
        : await this.completeLookup(context, board, saved, lookup);
    await this.rejectCircle(context, board, { ...saved, column: { ...saved.column, config: complete } });
    return complete;
  }

  private async completeLookup(
    context: TenantContext,
    board: BoardColumns,
    { column, previous, path }: SavedColumn,
    config: LookupConfig,
  ): Promise<LookupConfig> {
    const before = previous && lookupConfigOf({ ...column, config: previous });
    const { linkColumnId, targetColumnId, aggregate } = config;
    if (linkColumnId === undefined || targetColumnId === undefined) return config;
    const isNew = before?.linkColumnId !== linkColumnId || before.targetColumnId !== targetColumnId;
    const link = board.columnsById.get(linkColumnId);
    const target = await this.target(context, board, targetColumnId, isNew);
    // A column that was chosen before may be deleted; then there is nothing to derive.
    if (target === null || link === undefined) {
      const { result, days } = before ?? {};
      return { ...config, ...(result === undefined ? {} : { result }), ...(days ? { days } : {}) };
    }
    if (isNew && !leadsTo(board, link, target.boardId)) {
      throw InvalidInput.at(
        `${path}.targetColumnId`,
        `${link.name} does not link to the board of that column`,
      );
    }
    const type = typeOf(target).formulaType(target.config);
    const isAnother = isNew || before.aggregate !== aggregate;
    const needsNumbers = aggregate === 'sum' || aggregate === 'avg';
    if (isAnother && needsNumbers && type !== 'number' && type !== 'any') {
      throw InvalidInput.at(`${path}.aggregate`, `${target.name} has no numbers for ${aggregate}`);
    }
    return withFindings(config, target);
  }

  /** Locks a board that a lookup starts to read, so that its writers see the lookup. */
  private async target(
    context: TenantContext,
    board: BoardColumns,
    id: ColumnId,
    isNew: boolean,
  ): Promise<ColumnFacts | null> {
    const own = board.columnsById.get(id);
    if (own) return own;
    const home = await this.hierarchy.homeOfColumn(context, id);
    if (home === null || !isNew || context.transaction === null) return home?.columnsById.get(id) ?? null;
    const tx = { ...context, transaction: context.transaction };
    await this.columns.lockStructure(tx, home.id);
    tx.transaction.invalidate(boardTopic(home.id));
    return (await this.hierarchy.homeOfColumn(context, id))?.columnsById.get(id) ?? null;
  }

  /** Follows the dependencies of the column across all boards, to reject cycles. */
  private async rejectCircle(
    context: TenantContext,
    board: BoardColumns,
    { column, path }: SavedColumn,
  ): Promise<void> {
    const boards: (BoardColumns | BoardFacts)[] = [board];
    const seen = new Set<string>();
    const waiting = inputsOf(column);
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (id === column.id) {
        const key = formulaConfigOf(column) === null ? 'targetColumnId' : 'expression';
        throw InvalidInput.at(`${path}.${key}`, `${column.name} would be computed from itself`);
      }
      if (seen.has(id)) continue;
      seen.add(id);
      const known = boards.find(({ columnsById }) => columnsById.has(id));
      const home = known ?? (await this.hierarchy.homeOfColumn(context, id));
      if (!home) continue;
      if (!known) boards.push(home);
      waiting.push(...inputsOf(home.columnsById.get(id)!));
    }
  }
}

function completeFormula(
  board: BoardColumns,
  { column, previous, path }: SavedColumn,
  { expression }: FormulaConfig,
): FormulaConfig {
  const before = previous && formulaConfigOf({ ...column, config: previous });
  // The stored expression is left unchanged: columns that it names may be deleted.
  if (before !== null && [before.expression, shown(column, before, board)].includes(expression)) {
    return resultOf(tryCompile(before.expression, board.columns, column.id)) ?? before;
  }
  if (expression.trim() === '') return { expression: '' };
  try {
    const complete = resultOf(compile(expression, board.columns, column.id))!;
    assertWithinLimit(board, column.id, complete.expression, `${path}.expression`);
    return complete;
  } catch (rejection) {
    if (!(rejection instanceof InvalidFormula)) throw rejection;
    throw InvalidInput.at(`${path}.expression`, `${rejection.message} (at position ${rejection.position})`);
  }
}

function shown(column: ColumnFacts, config: FormulaConfig, { columns }: BoardColumns): unknown {
  return typeOf(column).presentConfig?.(config, columns)['expression'];
}

/** A column cannot name itself in its own expression. */
function compile(expression: string, columns: readonly ColumnFacts[], own: ColumnId): CompiledFormula {
  return compileFormula(expression, formulaColumns(columns.filter(({ id }) => id !== own)));
}

function tryCompile(
  expression: string,
  columns: readonly ColumnFacts[],
  own: ColumnId,
): CompiledFormula | null {
  try {
    return compile(expression, columns, own);
  } catch (rejection) {
    if (rejection instanceof InvalidFormula) return null;
    throw rejection;
  }
}

function resultOf(formula: CompiledFormula | null): FormulaConfig | null {
  if (formula === null) return null;
  const { stored, resultType, readsClock } = formula;
  return { expression: stored, result: resultType, ...(readsClock ? { readsClock } : {}) };
}

function leadsTo(board: BoardColumns, link: ColumnFacts, to: BoardId): boolean {
  if (typeOf(link).itemScope === 'sameBoard') return to === board.id;
  if (to === board.id) return false;
  const boardIds = typeOf(link).linkedBoardIds?.(link.config) ?? [];
  return boardIds.length === 0 || boardIds.includes(to);
}

/** The columns with their derived result types, after the type of one of them has changed. */
export function withResultTypes(board: BoardColumns): ColumnFacts[] {
  const settled = new Map(board.columns.map((column) => [column.id, column]));
  const changed = new Set<string>();
  for (const { column, formula: compiled, inputs } of computedColumns(board).ordered) {
    const config = formulaConfigOf(column);
    if (config === null) continue;
    const isAnother = inputs.some((id) => changed.has(id));
    const formula = isAnother ? tryCompile(config.expression, [...settled.values()], column.id) : compiled;
    if (formula === null || formula.resultType === config.result) continue;
    changed.add(column.id);
    settled.set(column.id, { ...column, config: { ...config, result: formula.resultType } });
  }
  return [...settled.values()];
}
