import type { ColumnFacts } from '../hierarchy';
import type { ColumnOutput } from './columns.schemas';
import { presentValue } from './values/present-values';
import { columnTypes } from '../../column-types/types';

/** `columns` are those of its board, which its config may name. */
export function presentColumn(facts: ColumnFacts, columns: readonly ColumnFacts[]): ColumnOutput {
  const { id, boardId, name, type, position, width, required, config, createdAt, updatedAt } = facts;
  const defaultValue = presentValue({ id, type, config }, facts.defaultValue);
  return {
    id,
    boardId,
    name,
    type,
    position,
    width,
    required,
    config: (columnTypes[type].presentConfig?.(config, columns) ?? config) as ColumnOutput['config'],
    defaultValue,
    createdAt,
    updatedAt,
  };
}
