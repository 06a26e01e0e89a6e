import type { ColumnConfig } from '../../../column-types/column-type';
import { columnTypes } from '../../../column-types/types';
import type { ColumnFacts } from '../../hierarchy';

type Column = Pick<ColumnFacts, 'type' | 'config' | 'isBecomingUnique'>;

/** Whether no value may be written that another item of the board has. */
export function isUnique(column: Column): boolean {
  return keyedConfig(column)['unique'] === true && columnTypes[column.type].uniqueKey !== undefined;
}

/** Whether no two items of the board have the same value, so that a value identifies an item. */
export function hasDistinctValues(column: Column): boolean {
  return isUnique(column) && column.isBecomingUnique !== true;
}

/** The config with which values are indexed: writers add the keys of a column that becomes unique. */
export function keyedConfig({ config, isBecomingUnique }: Omit<Column, 'type'>): ColumnConfig {
  return isBecomingUnique === true ? { ...config, unique: true } : config;
}
