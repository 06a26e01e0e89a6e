import { InvalidInput } from '../../../kernel/app-error';
import type { ColumnId } from '../../../kernel/ids';
import type { RecordKey } from '../../../kernel/record-key';
import type { BoardFacts, ColumnFacts } from '../../hierarchy';
import type { FilterCondition, FilterNode } from './filter-node';
import { columnField } from './column-field';
import type { FilterField } from './filter-field';
import { itemField } from './item-field';
import { type FilterContext, Operand } from './operators/operand';
import { PlainTexts } from './plain-texts';
import { holdsResults } from '../values/board-values';
import { allOf, anyOf, indexedIn, type Narrow, negated, type Predicate } from './predicate';
import { readOnce } from './read-once';

/** Filters as conditions on a board's items; the first ones can be looked up in an index. */
export interface CompiledFilters {
  test: Predicate['test'];
  /** Each contains every item that matches. */
  narrows: Narrow[];
  /** Selects from indexes, one for each condition, whose common items are exactly those that match; null if a condition has none. */
  exact: NonNullable<Narrow['entries']>[] | null;
  /** The key of an order that contains exactly the items that match (decision 0110); null if there is none. */
  order: RecordKey | null;
  /** Columns whose empty cells are requested and have no index. */
  emptyColumns: ColumnId[];
}

/**
 * Checks filters against a board (contract §6): columns, operators, values. The ids that they name are collected
 * in `context.references` for the caller to check. Null when there is no condition.
 */
export function compileFilters(
  board: BoardFacts,
  filters: readonly FilterNode[],
  context: FilterContext,
): CompiledFilters | null {
  if (filters.length === 0) return null;
  const compilation = { board, context, texts: new PlainTexts() };
  const predicates = filters.map((node) => compileNode(node, compilation));
  return {
    test: readOnce(predicates, compilation.texts),
    order: predicates.length === 1 ? (predicates[0]!.order ?? null) : null,
    exact: allOfThem(predicates.map(({ narrow }) => (narrow?.isExact === true ? narrow.entries : undefined))),
    narrows: predicates.flatMap(({ narrow }) => narrow ?? []),
    emptyColumns: predicates.flatMap(({ emptyColumn }) => emptyColumn ?? []),
  };
}

function allOfThem<Each>(entries: readonly (Each | undefined)[]): Each[] | null {
  const present = entries.filter((entry) => entry !== undefined);
  return present.length === entries.length ? present : null;
}

interface Compilation {
  board: BoardFacts;
  context: FilterContext;
  texts: PlainTexts;
}

function compileNode(node: FilterNode, compilation: Compilation): Predicate {
  if ('and' in node) return allOf(node.and.map((each) => compileNode(each, compilation)));
  if ('or' in node) return anyOf(node.or.map((each) => compileNode(each, compilation)));
  return compileCondition(node, compilation);
}

function compileCondition(condition: FilterCondition, { board, context, texts }: Compilation): Predicate {
  const { columnId, operator, path } = condition;
  const column = board.columnsById.get(columnId as ColumnFacts['id']);
  const field = column ? columnField(column, texts) : itemField(columnId, board);
  if (!field) throw InvalidInput.at(`${path}.columnId`, 'Unknown column of this board');
  const operand = new Operand(condition, context);
  const emptiness = compileEmptiness(field, operator, operand);
  if (emptiness) {
    const isOfCells = operator === 'is_empty' && column !== undefined && field.hasValue !== null;
    return isOfCells ? ofEmptyCells(emptiness, column, board) : emptiness;
  }
  const compile = field.operators.get(operator);
  if (!compile) {
    const known = [...field.operators.keys(), 'is_empty', 'is_not_empty'].join(', ');
    throw InvalidInput.at(`${path}.operator`, `Must be one of ${known}`);
  }
  const predicate = compile(operand);
  if (column && predicate.readsMarkup) texts.add(column, path);
  return predicate;
}

function compileEmptiness({ hasValue }: FilterField, operator: string, operand: Operand): Predicate | null {
  if (operator !== 'is_empty' && operator !== 'is_not_empty') return null;
  operand.none();
  const isFilled: Predicate = { test: hasValue ?? (() => 'true') };
  return operator === 'is_empty' ? negated(isFilled) : isFilled;
}

/** Cells with results can be empty of a result of the current type, and have no order (decision 0110). */
function ofEmptyCells(predicate: Predicate, column: ColumnFacts, board: BoardFacts): Predicate {
  if (holdsResults(column)) return predicate;
  const order = board.orders.find(({ columnId }) => columnId === column.id);
  if (order === undefined) return { ...predicate, emptyColumn: column.id };
  return {
    ...predicate,
    order: order.key,
    narrow: indexedIn(order.key, () => 'lane = any ($2) and number_key = 0'),
  };
}
