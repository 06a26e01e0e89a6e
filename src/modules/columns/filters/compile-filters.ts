import { InvalidInput } from '../../../kernel/app-error';
import type { BoardFacts, ColumnFacts } from '../../hierarchy';
import type { FilterCondition, FilterNode } from './filter-node';
import { columnField } from './column-field';
import type { FilterField } from './filter-field';
import { itemField } from './item-field';
import { type FilterContext, Operand } from './operand';
import { allOf, anyOf, type Narrow, negated, type Predicate } from './predicate';

/** Filters as conditions on a board's items; the first ones of the list can be looked up in an index. */
export interface CompiledFilters {
  test: Predicate['test'];
  /** Each holds every item that matches. */
  narrows: Narrow[];
}

/**
 * Judges filters against a board (contract §6): columns, operators, values. The ids that they name are left in
 * `context.references` for the caller to check. Null when there is no condition.
 */
export function compileFilters(
  board: BoardFacts,
  filters: readonly FilterNode[],
  context: FilterContext,
): CompiledFilters | null {
  if (filters.length === 0) return null;
  const predicates = filters.map((node) => compileNode(board, node, context));
  return {
    test: allOf(predicates).test,
    narrows: predicates.flatMap(({ narrow }) => narrow ?? []),
  };
}

function compileNode(board: BoardFacts, node: FilterNode, context: FilterContext): Predicate {
  if ('and' in node) return allOf(node.and.map((each) => compileNode(board, each, context)));
  if ('or' in node) return anyOf(node.or.map((each) => compileNode(board, each, context)));
  return compileCondition(board, node, context);
}

function compileCondition(board: BoardFacts, condition: FilterCondition, context: FilterContext): Predicate {
  const { columnId, operator, path } = condition;
  const column = board.columnsById.get(columnId as ColumnFacts['id']);
  const field = column ? columnField(column) : itemField(columnId, board);
  if (!field) throw InvalidInput.at(`${path}.columnId`, 'Unknown column of this board');
  const operand = new Operand(condition, context);
  const emptiness = compileEmptiness(field, operator, operand);
  if (emptiness) return emptiness;
  const compile = field.operators.get(operator);
  if (!compile) {
    const known = [...field.operators.keys(), 'is_empty', 'is_not_empty'].join(', ');
    throw InvalidInput.at(`${path}.operator`, `Must be one of ${known}`);
  }
  return compile(operand);
}

function compileEmptiness({ hasValue }: FilterField, operator: string, operand: Operand): Predicate | null {
  if (operator !== 'is_empty' && operator !== 'is_not_empty') return null;
  operand.none();
  const isFilled: Predicate = { test: hasValue ?? (() => 'true') };
  return operator === 'is_empty' ? negated(isFilled) : isFilled;
}
