import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error';
import type { ColumnId, ItemId } from '../../../kernel/ids';
import type { ActingContext } from '../../../access/principal';
import { InvalidValue, type StoredValue } from '../../../column-types/column-type';
import type { BoardFacts, ColumnFacts } from '../../hierarchy';
import { ValueNotUnique } from '../columns.errors';
import { typeOf } from '../computed/computed-columns';
import type { ComputedItem } from '../computed/computed-item';
import { PreparedResultsService } from '../computed/prepared-results.service';
import { assemble, type ParsedValue, referenced } from './parsed-values';
import type { PreparedValues } from './prepared-values';
import { ReferenceCheckService } from './reference-check.service';
import { isUnique } from './unique-column';
import { UniqueValuesService } from './unique-values.service';

/** Values that cells had earlier, in stored form; null empties a cell. */
export type EarlierValues = ReadonlyMap<ColumnId, StoredValue | null>;

/** Why a cell does not get its earlier value. */
export type RejectedReturn = 'value_not_accepted' | 'value_not_unique';

/** The locked item, and the time of this change. */
interface HeldItem extends ComputedItem {
  id: ItemId;
}

/**
 * Checks values that return to the cells in which they were (changes.undo). They were valid then; since, the column can have
 * changed, and members, files and dependencies of items too.
 */
@Injectable()
export class ReturnedValuesService {
  constructor(
    private readonly references: ReferenceCheckService,
    private readonly results: PreparedResultsService,
    private readonly uniques: UniqueValuesService,
  ) {}

  /** The values that the columns accept, ready to write, and why the others stay. Not for computed columns. */
  async prepare(
    context: ActingContext,
    board: BoardFacts,
    item: HeldItem,
    earlier: EarlierValues,
  ): Promise<{ prepared: PreparedValues; rejected: Map<ColumnId, RejectedReturn> }> {
    const accepted: ParsedValue[] = [];
    const rejected = new Map<ColumnId, RejectedReturn>();
    for (const [columnId, value] of earlier) {
      const column = board.columnsById.get(columnId)!;
      const stored = value === null ? null : acceptedForm(column, value);
      const isAccepted = value === null ? !column.required : stored !== null;
      // The items of links can be in Trash or hidden from the caller: the cell showed their ids before.
      const isGiven = typeOf(column).itemScope === undefined;
      const cell = { column, stored, path: columnId, isGiven };
      const problem = isAccepted ? await this.problem(context, board, item.id, cell) : 'value_not_accepted';
      if (problem === null) accepted.push(cell);
      else rejected.set(columnId, problem);
    }
    const loaded = await this.references.load(context, board, referenced(accepted), { itemId: item.id });
    const prepared = await this.results.follow(context, board, assemble(accepted, loaded), item);
    return { prepared, rejected };
  }

  /**
   * Null if the records that the value refers to still exist, dependencies would have no circle, and no other item has taken a
   * unique value.
   */
  private async problem(
    context: ActingContext,
    board: BoardFacts,
    itemId: ItemId,
    value: ParsedValue,
  ): Promise<RejectedReturn | null> {
    const named = referenced([value]);
    if (named.length === 0 && !isUnique(value.column)) return null;
    try {
      const loaded = await this.references.load(context, board, named, { itemId });
      for (const each of named)
        if (each.itemScope === 'sameBoard') await this.references.rejectCircle(context, each, itemId);
      const { entries } = assemble([value], loaded);
      await this.uniques.assertFree(context, board, [{ id: itemId, entries }]);
      return null;
    } catch (rejection) {
      if (rejection instanceof ValueNotUnique) return 'value_not_unique';
      if (rejection instanceof AppError && rejection.issues !== undefined) return 'value_not_accepted';
      throw rejection;
    }
  }
}

/** The value, to be completed with its files; null if the column, with its present settings, does not accept it. */
function acceptedForm(column: ColumnFacts, stored: StoredValue): StoredValue | null {
  const type = typeOf(column);
  try {
    const shown = type.present(stored, column.config);
    if (shown === null) return null;
    const parsed = type.parseValue(shown, column.config, { now: '', userId: '', previous: stored });
    if (parsed === null || !(type.storedIsWire || type.equals(parsed, stored))) return null;
    // The records of files are read again: a file can be gone. An option can have another case now.
    return type.resolve === undefined && type.kind !== 'option' ? stored : parsed;
  } catch (rejection) {
    if (rejection instanceof InvalidValue) return null;
    throw rejection;
  }
}
