import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import type { ColumnFacts } from '../hierarchy';
import { type ColumnConfig, type ColumnTypeName, NOTHING_LOADED, type StoredValue } from './column-type';
import { ColumnValuesRepository } from './column-values.repository';
import { LabelInUse, NotALabelOfColumn } from './columns.errors';
import { columnTypes } from './types';

/** A config that is about to replace the column's own. */
export interface ConfigChange {
  column: ColumnFacts;
  /** As it was given. */
  input: unknown;
  /** What its type made of that. */
  next: ColumnConfig;
  /** The label that takes the place of those that `next` no longer has. */
  reassignTo: string | undefined;
}

export interface SettledConfig {
  config: ColumnConfig;
  defaultValue: StoredValue | null;
}

/** What is to be done about labels that a config loses while something still has them (contract §6). */
@Injectable()
export class LabelChanges {
  constructor(private readonly values: ColumnValuesRepository) {}

  /**
   * Trades lost labels on items and in the defaults for `reassignTo`; without it, refuses when a value has one.
   * Answers what the column becomes.
   */
  async settle(tx: InTransaction<CallContext>, change: ConfigChange): Promise<SettledConfig> {
    const { column, next, reassignTo } = change;
    const settled = { config: next, defaultValue: column.defaultValue as StoredValue | null };
    if (reassignTo !== undefined && !keeps(column, next, reassignTo)) {
      throw new NotALabelOfColumn();
    }
    const removed = removedLabels(column, next);
    if (removed.length === 0) return settled;
    if (reassignTo === undefined) {
      const used =
        removed.find((id) => has(column, id)) ?? (await this.values.firstInUse(tx, column.id, removed));
      if (used !== null) throw new LabelInUse(nameOf(column, used), 'options' in next ? 'options' : 'labels');
      return settled;
    }
    await this.values.replaceLabels(
      tx,
      { boardId: column.boardId, columnId: column.id },
      removed,
      reassignTo,
    );
    const labelIds = new Map(removed.map((id) => [id, reassignTo]));
    return {
      config: losesDefaultLabel(change, removed) ? { ...next, defaultLabelId: reassignTo } : next,
      defaultValue: traded(column, settled.defaultValue, labelIds),
    };
  }
}

/** The label of new items goes where those of old ones go, unless the caller has said otherwise. */
function losesDefaultLabel({ column, input, next }: ConfigChange, removed: readonly string[]): boolean {
  const { defaultLabelId: before } = column.config as ColumnConfig;
  const { defaultLabelId: given } = (input ?? {}) as ColumnConfig;
  return removed.includes(before as string) && next['defaultLabelId'] === null && given !== null;
}

/** A stored value of a column with its labels traded, `labelIds` being old to new. */
export function traded(
  { type }: { type: string },
  stored: StoredValue | null,
  labelIds: ReadonlyMap<string, string>,
): StoredValue | null {
  const { replaceLabel } = columnTypes[type as ColumnTypeName];
  if (!replaceLabel) return stored;
  let value = stored;
  for (const [from, to] of labelIds) if (value !== null) value = replaceLabel(value, from, to);
  return value;
}

function removedLabels(column: ColumnFacts, next: ColumnConfig): string[] {
  const type = columnTypes[column.type as ColumnTypeName];
  return type.removedLabelIds?.(column.config as ColumnConfig, next) ?? [];
}

/** Labels go by their ids, a dropdown's options by themselves. */
function keeps(column: ColumnFacts, next: ColumnConfig, labelId: string): boolean {
  const order = columnTypes[column.type as ColumnTypeName].sortOrder(next);
  return order.by === 'option' && order.keys.includes(labelId);
}

function labelsOf(config: ColumnConfig): { id: string; name: string }[] {
  return (config['labels'] ?? []) as { id: string; name: string }[];
}

function nameOf(column: ColumnFacts, labelId: string): string {
  return labelsOf(column.config as ColumnConfig).find(({ id }) => id === labelId)?.name ?? labelId;
}

/** Whether the column's default value is, or holds, this label. */
function has(column: ColumnFacts, labelId: string): boolean {
  if (column.defaultValue === null) return false;
  const type = columnTypes[column.type as ColumnTypeName];
  const stored = column.defaultValue as StoredValue;
  return type
    .indexEntries(stored, column.config as ColumnConfig, NOTHING_LOADED)
    .some(({ ref }) => ref === labelId);
}
