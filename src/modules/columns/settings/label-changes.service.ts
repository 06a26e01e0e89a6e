import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import type { ColumnFacts } from '../../hierarchy';
import { type ColumnConfig, NOTHING_LOADED, type StoredValue } from '../../../column-types/column-type';
import { ColumnChangesService } from '../changes/column-changes.service';
import { ColumnValuesService } from '../../stored-values';
import { LabelInUse, NotALabelOfColumn } from '../columns.errors';
import { columnTypes } from '../../../column-types/types';

/** A config that is about to replace the column's config. */
export interface ConfigChange {
  column: ColumnFacts;
  /** The input. */
  input: unknown;
  /** The config that its type parsed from it. */
  next: ColumnConfig;
  /** The label that replaces those that `next` no longer has. */
  reassignTo: string | undefined;
}

export interface SettledConfig {
  config: ColumnConfig;
  defaultValue: StoredValue | null;
}

/** Handles labels that a config removes while values still have them (contract §6). */
@Injectable()
export class LabelChangesService {
  constructor(
    private readonly values: ColumnValuesService,
    private readonly changes: ColumnChangesService,
  ) {}

  /**
   * Replaces removed labels on items and in the defaults with `reassignTo`; without it, rejects when a value has
   * one. Returns the resulting column.
   */
  async settle(tx: InTransaction<CallContext>, change: ConfigChange): Promise<SettledConfig> {
    const { column, next, reassignTo } = change;
    const settled = { config: next, defaultValue: column.defaultValue };
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
    const labelIds = new Map(removed.map((id) => [id, reassignTo]));
    const config = losesDefaultLabel(change, removed) ? { ...next, defaultLabelId: reassignTo } : next;
    const isDone = await this.replace(tx, column, removed, reassignTo);
    return {
      config: isDone ? config : columnTypes[column.type].withLabels!(config, column.config, removed),
      defaultValue: traded(column, settled.defaultValue, labelIds),
    };
  }

  /** False when the items are too many for a call: the config keeps the removed labels until no item has them. */
  private async replace(
    tx: InTransaction<CallContext>,
    { boardId, id: columnId }: ColumnFacts,
    labelIds: string[],
    to: string,
  ): Promise<boolean> {
    const place = { boardId, columnId };
    const uses = await this.values.countLabeled(tx, columnId, labelIds);
    if (uses > this.changes.itemsAtOnce) {
      await this.changes.begin(tx, place, { kind: 'replaceLabels', details: { labelIds, to } }, uses);
      return false;
    }
    if (uses > 0) await this.values.replaceLabels(tx, place, { labelIds, to }, uses);
    return true;
  }
}

/** The default label is replaced like those of items, unless the caller sets another default. */
function losesDefaultLabel({ column, input, next }: ConfigChange, removed: readonly string[]): boolean {
  const before = column.config['defaultLabelId'];
  const isRemoved = typeof before === 'string' && removed.includes(before);
  const isGivenNull =
    typeof input === 'object' && input !== null && 'defaultLabelId' in input && input.defaultLabelId === null;
  return isRemoved && next['defaultLabelId'] === null && !isGivenNull;
}

/** A stored value of a column with its labels replaced, `labelIds` being old to new. */
export function traded(
  { type }: Pick<ColumnFacts, 'type'>,
  stored: StoredValue | null,
  labelIds: ReadonlyMap<string, string>,
): StoredValue | null {
  const { replaceLabel } = columnTypes[type];
  if (!replaceLabel) return stored;
  let value = stored;
  for (const [from, to] of labelIds) if (value !== null) value = replaceLabel(value, from, to);
  return value;
}

function removedLabels(column: ColumnFacts, next: ColumnConfig): string[] {
  const type = columnTypes[column.type];
  return type.removedLabelIds?.(column.config, next) ?? [];
}

/** Labels are identified by id, a dropdown's options by their text. */
function keeps(column: ColumnFacts, next: ColumnConfig, labelId: string): boolean {
  const order = columnTypes[column.type].sortOrder(next);
  return order.by === 'option' && order.keys.includes(labelId);
}

function nameOf(column: ColumnFacts, labelId: string): string {
  const labels = columnTypes[column.type].labelsOf?.(column.config);
  return labels?.find(({ id }) => id === labelId)?.name ?? labelId;
}

/** Whether the column's default value is, or contains, this label. */
function has(column: ColumnFacts, labelId: string): boolean {
  if (column.defaultValue === null) return false;
  const type = columnTypes[column.type];
  const stored = column.defaultValue;
  return type.indexEntries(stored, column.config, NOTHING_LOADED).some(({ ref }) => ref === labelId);
}
