import type { ColumnFacts } from '../hierarchy';
import type { ColumnConfig, ColumnTypeName, StoredValue } from './column-type';
import type { ColumnOutput } from './columns.schemas';
import { presentValue } from './present-values';

export function presentColumn(facts: ColumnFacts): ColumnOutput {
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
    config: config as ColumnOutput['config'],
    defaultValue,
    createdAt,
    updatedAt,
  };
}
