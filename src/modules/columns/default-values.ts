import { Injectable } from '@nestjs/common';
import { AppError, InvalidInput } from '../../kernel/app-error';
import { clock } from '../../kernel/clock';
import type { CallContext } from '../../access/principal';
import type { BoardFacts, ColumnFacts } from '../hierarchy';
import {
  type ColumnConfig,
  type ColumnTypeName,
  NOTHING_LOADED,
  type StoredValue,
  ValueRefused,
} from './column-type';
import { ComputedColumnRefused } from './columns.errors';
import { ReferenceCheck } from './reference-check';
import { columnTypes } from './types';

const PATH = 'defaultValue';

/** Values that columns keep for new items, checked like values of items. */
@Injectable()
export class DefaultValues {
  constructor(private readonly references: ReferenceCheck) {}

  /** The stored form; null for none. */
  async accept(
    context: CallContext,
    board: BoardFacts,
    column: ColumnFacts,
    input: unknown,
  ): Promise<StoredValue | null> {
    if (input === null || input === undefined) return null;
    const stored = parseDefault(column, input, context.principal.userId);
    if (stored === null) return null;
    const type = columnTypes[column.type as ColumnTypeName];
    const references = type.references(stored);
    const given = { column, path: PATH, itemScope: type.itemScope ?? null, isGiven: true };
    const loaded = references
      ? await this.references.load(context, board, [{ ...references, ...given }])
      : NOTHING_LOADED;
    return type.resolve ? resolved(() => type.resolve!(stored, loaded)) : stored;
  }

  /** Refuses a config that no longer takes the default value that the column has. */
  refuseUnfit(column: ColumnFacts, userId: string): void {
    if (column.defaultValue === null) return;
    const type = columnTypes[column.type as ColumnTypeName];
    const wire = type.present(column.defaultValue as StoredValue, column.config as ColumnConfig);
    parseDefault(column, wire, userId);
  }
}

function parseDefault(column: ColumnFacts, input: unknown, userId: string): StoredValue | null {
  const type = columnTypes[column.type as ColumnTypeName];
  if (!type.writable) throw new ComputedColumnRefused(PATH);
  const config = column.config as ColumnConfig;
  const context = { now: clock.now().toISOString(), userId, previous: null };
  try {
    const stored = type.parseValue(input, config, context);
    // An input may be an act ("start the timer"), which every new item would repeat as if it were done now. A value
    // can be read back as it is shown; what an act leaves cannot.
    if (stored !== null && type.dependsOnPrevious) {
      type.parseValue(type.present(stored, config), config, context);
    }
    return stored;
  } catch (refusal) {
    if (refusal instanceof ValueRefused) throw InvalidInput.at(PATH, refusal.message);
    throw refusal;
  }
}

function resolved(resolve: () => StoredValue): StoredValue {
  try {
    return resolve();
  } catch (refusal) {
    if (!(refusal instanceof ValueRefused)) throw refusal;
    throw new AppError('NOT_FOUND', refusal.message, { issues: [{ path: PATH, message: refusal.message }] });
  }
}
