import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import { clock } from '../../../kernel/clock';
import type { CallContext } from '../../../access/principal';
import type { BoardFacts, ColumnFacts } from '../../hierarchy';
import { type StoredValue, InvalidValue } from '../../../column-types/column-type';
import { ComputedColumnNotWritable, UniqueWithDefault } from '../columns.errors';
import { isUnique } from '../values/unique-column';
import { ReferenceCheckService } from '../values/reference-check.service';
import { columnTypes } from '../../../column-types/types';

const PATH = 'defaultValue';

/** Default values of columns, checked like values of items. */
@Injectable()
export class DefaultValuesService {
  constructor(private readonly references: ReferenceCheckService) {}

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
    // The second new item would be rejected.
    if (isUnique(column)) throw new UniqueWithDefault();
    const type = columnTypes[column.type];
    const references = type.references(stored);
    // No item refers to the file of a default value, so that no one but its uploader would see it.
    if (references?.noun === 'file') throw InvalidInput.at(PATH, 'Files cannot be a default value');
    if (references === null) return stored;
    const given = { column, path: PATH, itemScope: type.itemScope ?? null, isGiven: true };
    await this.references.load(context, board, [{ ...references, ...given }]);
    return stored;
  }

  /** Rejects a config that no longer accepts the column's default value. */
  rejectUnfit(column: ColumnFacts, userId: string): void {
    if (column.defaultValue === null) return;
    if (isUnique(column)) throw new UniqueWithDefault();
    const type = columnTypes[column.type];
    const wire = type.present(column.defaultValue, column.config);
    parseDefault(column, wire, userId);
  }
}

/** The stored form; null for none. References are not checked. */
export function parseDefault(
  column: Pick<ColumnFacts, 'type' | 'config'>,
  input: unknown,
  userId: string,
): StoredValue | null {
  const type = columnTypes[column.type];
  if (!type.writable) throw new ComputedColumnNotWritable(PATH);
  const config = column.config;
  const context = { now: clock.now().toISOString(), userId, previous: null };
  try {
    const stored = type.parseValue(input, config, context);
    // An input can be an action ("start the timer"), which every new item would repeat. A value can be written in
    // the form in which it is read; the result of an action cannot.
    if (stored !== null && type.dependsOnPrevious) {
      type.parseValue(type.present(stored, config), config, context);
    }
    return stored;
  } catch (rejection) {
    if (rejection instanceof InvalidValue) throw InvalidInput.at(PATH, rejection.message);
    throw rejection;
  }
}
