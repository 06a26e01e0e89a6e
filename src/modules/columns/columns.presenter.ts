import type { ColumnFacts } from '../hierarchy';
import type { ColumnConfig, ColumnTypeName, StoredValue } from './column-type';
import type { ColumnOutput } from './columns.schemas';
import { presentValue } from './present-values';
import { columnTypes } from './types';

/** `columns` are those of its board, which its config may name. */
export function presentColumn(facts: ColumnFacts, columns: readonly ColumnFacts[]): ColumnOutput {
  const { id, boardId, name, position, width, required, createdAt, updatedAt } = facts;
  const type = facts.type as ColumnTypeName;
  const config = facts.config as ColumnConfig;
  const defaultValue = presentValue({ id, type, config }, facts.defaultValue as StoredValue | null);
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
