import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import type { BoardId, ColumnId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { type BoardFacts, boardTopic, type ColumnFacts, Hierarchy } from '../../hierarchy';
import type { ColumnConfig } from '../column-type';
import { ColumnsRepository } from '../columns.repository';
import { compileFormula, type CompiledFormula, FormulaRefused } from '../formula';
import type { FormulaConfig } from '../types/formula';
import type { LookupConfig } from '../types/lookup';
import { namedColumns } from './column-names';
import { withFindings } from './lookup-findings';
import { refuseTooMany } from './refuse-too-many';
import { type BoardColumns, computedColumns, formulaColumns, typeOf } from './computed-columns';

/** A computed column that is being saved: `column` has the config that its type has read. */
export interface SavedColumn {
  column: ColumnFacts;
  previous: ColumnConfig | null;
  /** Where its config stands in the input. */
  path: string;
}

/**
 * Judges what computed columns are computed from, and completes their configs with what that tells (decisions 0040 and
 * 0041). Inside a transaction that changes the structure of the column's board.
 */
@Injectable()
export class ComputedConfigs {
  constructor(
    private readonly hierarchy: Hierarchy,
    private readonly columns: ColumnsRepository,
  ) {}

  /** The config to keep; that of other columns as it is. */
  async complete(context: TenantContext, board: BoardColumns, saved: SavedColumn): Promise<ColumnConfig> {
    const { computedFrom } = typeOf(saved.column);
    const config = saved.column.config as ColumnConfig;
    if (computedFrom === undefined) return config;
    if (context.transaction) {
      await this.columns.holdComputed({ ...context, transaction: context.transaction });
    }
    const complete =
      computedFrom === 'expression'
        ? completeFormula(board, saved)
        : await this.completeLookup(context, board, saved);
    await this.refuseCircle(context, board, { ...saved, column: { ...saved.column, config: complete } });
    return complete as ColumnConfig;
  }

  private async completeLookup(
    context: TenantContext,
    board: BoardColumns,
    { column, previous, path }: SavedColumn,
  ): Promise<LookupConfig> {
    const config = column.config as LookupConfig;
    const before = previous as LookupConfig | null;
    const { linkColumnId, targetColumnId, aggregate } = config;
    if (linkColumnId === undefined || targetColumnId === undefined) return config;
    const isNew = before?.linkColumnId !== linkColumnId || before.targetColumnId !== targetColumnId;
    const link = board.columnsById.get(linkColumnId as ColumnId);
    const target = await this.target(context, board, targetColumnId as ColumnId, isNew);
    // What was chosen before may be gone; then there is nothing more to be found out.
    if (target === null || link === undefined) {
      const { result, days } = before ?? {};
      return { ...config, ...(result === undefined ? {} : { result }), ...(days ? { days } : {}) };
    }
    if (isNew && !leadsTo(board, link, target.boardId)) {
      throw InvalidInput.at(
        `${path}.targetColumnId`,
        `${link.name} does not lead to the board of that column`,
      );
    }
    const type = typeOf(target).formulaType(target.config as ColumnConfig);
    const isAnother = isNew || before.aggregate !== aggregate;
    const needsNumbers = aggregate === 'sum' || aggregate === 'avg';
    if (isAnother && needsNumbers && type !== 'number' && type !== 'any') {
      throw InvalidInput.at(`${path}.aggregate`, `${target.name} has no numbers to make ${aggregate} of`);
    }
    return withFindings(config, target);
  }

  /** A board that comes to be looked at stands still, so that its writers find out that it is. */
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
    await this.columns.holdStructure(tx, home.id);
    tx.transaction.touch(boardTopic(home.id));
    return (await this.hierarchy.homeOfColumn(context, id))?.columnsById.get(id) ?? null;
  }

  /** Follows what the column is computed from, over all boards; it must not lead back. */
  private async refuseCircle(
    context: TenantContext,
    board: BoardColumns,
    { column, path }: SavedColumn,
  ): Promise<void> {
    const boards: (BoardColumns | BoardFacts)[] = [board];
    const seen = new Set<string>();
    const waiting = inputsOf(column);
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (id === column.id) {
        const key = typeOf(column).computedFrom === 'expression' ? 'expression' : 'targetColumnId';
        throw InvalidInput.at(`${path}.${key}`, `${column.name} would be computed from itself, in a circle`);
      }
      if (seen.has(id)) continue;
      seen.add(id);
      const known = boards.find(({ columnsById }) => columnsById.has(id as ColumnId));
      const home = known ?? (await this.hierarchy.homeOfColumn(context, id as ColumnId));
      if (!home) continue;
      if (!known) boards.push(home);
      waiting.push(...inputsOf(home.columnsById.get(id as ColumnId)!));
    }
  }
}

/** Columns that a column is computed from, on its own board and on others. */
function inputsOf(column: ColumnFacts): string[] {
  const { computedFrom } = typeOf(column);
  if (computedFrom === 'expression') return namedColumns((column.config as FormulaConfig).expression);
  if (computedFrom !== 'linkedItems') return [];
  const { linkColumnId, targetColumnId } = column.config as LookupConfig;
  return [linkColumnId, targetColumnId].filter((id) => id !== undefined);
}

function completeFormula(board: BoardColumns, { column, previous, path }: SavedColumn): FormulaConfig {
  const { expression } = column.config as FormulaConfig;
  const before = previous as FormulaConfig | null;
  // Not written again, or as it is shown: columns that it names may be gone by now.
  if (before !== null && [before.expression, shown(column, before, board)].includes(expression)) {
    return resultOf(tryCompile(before.expression, board.columns, column.id)) ?? before;
  }
  if (expression.trim() === '') return { expression: '' };
  try {
    const complete = resultOf(compile(expression, board.columns, column.id))!;
    refuseTooMany(board, column.id, complete.expression, `${path}.expression`);
    return complete;
  } catch (refusal) {
    if (!(refusal instanceof FormulaRefused)) throw refusal;
    throw InvalidInput.at(`${path}.expression`, `${refusal.message} (at position ${refusal.position})`);
  }
}

function shown(column: ColumnFacts, config: FormulaConfig, { columns }: BoardColumns): unknown {
  return typeOf(column).presentConfig?.(config, columns)['expression'];
}

/** A column that is being saved is not among those that its own expression may name. */
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
  } catch (refusal) {
    if (refusal instanceof FormulaRefused) return null;
    throw refusal;
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
  const boardIds = (link.config as ColumnConfig)['boardIds'];
  return !Array.isArray(boardIds) || boardIds.length === 0 || boardIds.includes(to);
}

/** The columns with the types of results that follow from each other, after one of them has got another type. */
export function withResultTypes(board: BoardColumns): ColumnFacts[] {
  const settled = new Map(board.columns.map((column) => [column.id, column]));
  const changed = new Set<string>();
  for (const { column, formula: compiled, inputs } of computedColumns(board).ordered) {
    if (typeOf(column).computedFrom !== 'expression') continue;
    const config = column.config as FormulaConfig;
    const isAnother = inputs.some((id) => changed.has(id));
    const formula = isAnother ? tryCompile(config.expression, [...settled.values()], column.id) : compiled;
    if (formula === null || formula.resultType === config.result) continue;
    changed.add(column.id);
    settled.set(column.id, { ...column, config: { ...config, result: formula.resultType } });
  }
  return [...settled.values()];
}
