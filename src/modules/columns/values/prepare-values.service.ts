import { Injectable } from '@nestjs/common';
import { type InputIssue, InvalidInput } from '../../../kernel/app-error';
import { clock } from '../../../kernel/clock';
import type { ActingContext } from '../../../access/principal';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { BoardFacts, ColumnFacts } from '../../hierarchy';
import { type StoredValue, InvalidValue } from '../../../column-types/column-type';
import { carryValues } from '../copy/carry-values';
import { computedColumns, typeOf } from '../computed/computed-columns';
import type { ComputedItem } from '../computed/computed-item';
import { PreparedResultsService } from '../computed/prepared-results.service';
import { pathOf, type ValuePath } from './value-path';
import { rejectMissing } from './required-values';
import { rejectSecondTimer } from './second-timer';
import { ColumnNumbersService } from '../numbers/column-numbers.service';
import { numberColumnsOf } from './board-values';
import { copyToExtend, type PreparedValues, type PreviousValues } from './prepared-values';
import type { ItemTimes } from './present-values';
import { assemble, type ParsedValue, referenced } from './parsed-values';
import { type KnownNames, ReferenceCheckService } from './reference-check.service';
import { UniqueValuesService, type WrittenItem } from './unique-values.service';

export interface PrepareOptions {
  path: ValuePath;
  /** Absent at creation. */
  itemId?: string;
  /**
   * The locked item, with the time of this change: for types whose next value depends on the previous one, and for
   * columns that are computed from the change.
   */
  held?: ComputedItem;
}

interface NewItemInputs {
  inputs: Readonly<Record<string, unknown>>;
  /** As in PrepareOptions. */
  path: ValuePath;
  /** For an item that no user can complete now: required columns without a value stay empty. */
  mayLackRequired?: boolean;
}

export function isColumnOf(board: BoardFacts, columnId: string): ColumnFacts | undefined {
  return board.columnsById.get(columnId as ColumnFacts['id']);
}

/** Whether a write of this column must first lock and read the item. */
export function dependsOnPrevious(column: ColumnFacts): boolean {
  return typeOf(column).dependsOnPrevious === true;
}

/** Whether writes of this column must be serialized, because together they could create a cycle. */
export function mustBeAcyclic(column: ColumnFacts): boolean {
  return typeOf(column).itemScope === 'sameBoard';
}

/** Checks values before a write (contract §6). Every id in them must exist and be visible. */
@Injectable()
export class PrepareValuesService {
  constructor(
    private readonly references: ReferenceCheckService,
    private readonly results: PreparedResultsService,
    private readonly numbers: ColumnNumbersService,
    private readonly uniques: UniqueValuesService,
  ) {}

  /** For a new item: inputs, defaults for omitted columns; every required column must have a value. */
  async forCreation(
    context: ActingContext,
    board: BoardFacts,
    inputs: Readonly<Record<string, unknown>>,
    { mayLackRequired = false }: { mayLackRequired?: boolean } = {},
  ): Promise<PreparedValues> {
    const item = { inputs, path: 'values', mayLackRequired };
    const [prepared] = await this.forCreations(context, board, [item]);
    return prepared!;
  }

  /** Its set form, which loads the references of all values with one read. */
  async forCreations(
    context: ActingContext,
    board: BoardFacts,
    items: readonly NewItemInputs[],
  ): Promise<PreparedValues[]> {
    const written = items.map((item) => this.parseWhole(context, board, item));
    const loaded = await this.references.load(context, board, referenced(written.flat()));
    return written.map((values) => assemble(values, loaded));
  }

  /** Inputs and defaults of a new item, without empty ones. */
  private parseWhole(
    context: ActingContext,
    board: BoardFacts,
    { inputs, path, mayLackRequired = false }: NewItemInputs,
  ): ParsedValue[] {
    const parsed = this.parse(context, board, inputs, { path });
    const columnsLeft = board.columns.filter((column) => !Object.hasOwn(inputs, column.id));
    for (const column of columnsLeft) {
      const stored = column.defaultValue ?? initialValue(column);
      if (stored !== null) parsed.push({ column, stored, path: pathOf(path, column.id), isGiven: false });
    }
    const filled = new Set(parsed.filter(({ stored }) => stored !== null).map(({ column }) => column.id));
    if (!mayLackRequired) {
      const missing = board.columns.filter((column) => column.required && !filled.has(column.id));
      rejectMissing(missing.map((column) => ({ column, path: pathOf(path, column.id) })));
    }
    return parsed.filter(({ stored }) => stored !== null);
  }

  /** For an existing item: only the columns of the input; null clears. */
  async forChange(
    context: ActingContext,
    board: BoardFacts,
    inputs: Readonly<Record<string, unknown>>,
    options: PrepareOptions,
  ): Promise<PreparedValues> {
    const parsed = this.parse(context, board, inputs, options);
    rejectMissing(parsed.filter(({ column, stored }) => stored === null && column.required));
    const loaded = await this.references.load(context, board, referenced(parsed), options);
    const prepared = assemble(parsed, loaded);
    return options.held ? this.results.follow(context, board, prepared, options.held) : prepared;
  }

  /**
   * Its set form for columns whose next value does not depend on the item: loads the references of all values with one read.
   * Unlike forChange, rejects ids that their cell names already and the caller does not see.
   */
  async forChanges(
    context: ActingContext,
    board: BoardFacts,
    items: readonly NewItemInputs[],
  ): Promise<PreparedValues[]> {
    const parsed = items.map(({ inputs, path }) => this.parse(context, board, inputs, { path }));
    rejectMissing(parsed.flat().filter(({ column, stored }) => stored === null && column.required));
    const loaded = await this.references.load(context, board, referenced(parsed.flat()));
    return parsed.map((values) => assemble(values, loaded));
  }

  /** The stored forms of inputs for existing items, to compare with what they have; null clears. */
  storedForms(context: ActingContext, board: BoardFacts, items: readonly NewItemInputs[]): StoredForms[] {
    return items.map(({ inputs, path }) => {
      const parsed = this.parse(context, board, inputs, { path });
      return Object.fromEntries(
        parsed.map(({ column, stored }) => [column.id, { input: inputs[column.id], stored }]),
      );
    });
  }

  /**
   * Values of new items in stored form, for each item: a created one, a copy, or one moved to another board.
   * Values are not checked again, the references of all items are loaded together, and computed columns are
   * computed. `made`: the common creation time, or the times of each item. `names`: see ReferenceCheckService.
   */
  async ofStored(
    context: ActingContext,
    board: BoardFacts,
    items: readonly PreviousValues[],
    made: Date | readonly ItemTimes[],
    names: KnownNames = new Map(),
  ): Promise<PreparedValues[]> {
    const parsed = items.map((stored) =>
      board.columns.flatMap((column): ParsedValue[] => {
        const value = typeOf(column).computedFrom === undefined ? stored[column.id] : undefined;
        return value === undefined ? [] : [{ column, stored: value, path: column.id, isGiven: false }];
      }),
    );
    const loaded = await this.references.load(context, board, referenced(parsed.flat()), { names });
    const prepared = parsed.map((values) => assemble(values, loaded));
    await this.results.addAll(context, board, prepared, made);
    return prepared;
  }

  /** The values of an item that is created at `now`, with the computed ones; a retried write computes again. */
  async withResults(
    context: ActingContext,
    board: BoardFacts,
    prepared: PreparedValues,
    now: Date,
  ): Promise<PreparedValues> {
    if (computedColumns(board).ordered.length === 0) return prepared;
    const complete = copyToExtend(prepared);
    await this.results.addAll(context, board, [complete], now);
    return complete;
  }

  /** The stored values of an item on another board, without links that the columns there do not allow. */
  async carry(
    context: ActingContext,
    from: BoardFacts,
    to: BoardFacts,
    stored: PreviousValues,
  ): Promise<Record<string, StoredValue>> {
    const carried = carryValues(from, to, stored);
    for (const column of to.columns) {
      const value = carried[column.id];
      const { itemScope, references } = typeOf(column);
      if (value === undefined || itemScope === undefined) continue;
      const ids = references(value)?.ids ?? [];
      const kept = await this.references.inPlace(context, to, { column, itemScope, ids });
      if (kept.length === 0) delete carried[column.id];
      else carried[column.id] = kept;
    }
    return carried;
  }

  /** The values of items that are new on a board, with the next numbers of its auto-number columns. */
  async numbered(
    context: ActingContext,
    board: BoardFacts,
    items: readonly PreviousValues[],
  ): Promise<Record<string, StoredValue>[]> {
    const numbered = items.map((values) => ({ ...values }));
    // In board order, in which every creation locks the counters: parallel creations cannot deadlock.
    for (const columnId of numberColumnsOf(board)) {
      const first = (await this.numbers.take(context, [columnId], items.length)).get(columnId)!;
      for (const [at, values] of numbered.entries()) values[columnId] = first + at;
    }
    return numbered;
  }

  /** CONFLICT when another item of the board, or of the call, has a value of a unique column of one of these items. */
  assertFree(context: TenantContext, board: BoardFacts, items: readonly WrittenItem[]): Promise<void> {
    return this.uniques.assertFree(context, board, items);
  }

  private parse(
    context: ActingContext,
    board: BoardFacts,
    inputs: Readonly<Record<string, unknown>>,
    { path, held }: PrepareOptions,
  ): ParsedValue[] {
    const now = clock.now().toISOString();
    const { userId } = context.principal;
    const rejected: InputIssue[] = [];
    const parsed = Object.entries(inputs).flatMap(([columnId, input]): ParsedValue | [] => {
      const at = pathOf(path, columnId);
      const column = isColumnOf(board, columnId);
      if (!column) throw InvalidInput.at(at, 'Unknown column of this board');
      const type = typeOf(column);
      if (!type.writable) throw InvalidInput.at(at, `${column.name} is computed and cannot be set`);
      if (input === null || input === undefined) return { column, stored: null, path: at, isGiven: true };
      const before = held?.values[columnId] ?? null;
      const valueContext = { now, userId, previous: before };
      try {
        const stored = type.parseValue(input, column.config, valueContext);
        return { column, stored, path: at, isGiven: true };
      } catch (rejection) {
        if (!(rejection instanceof InvalidValue)) throw rejection;
        rejected.push({ path: at, message: `${column.name}: ${rejection.message}` });
        return [];
      }
    });
    if (rejected.length > 0) throw new InvalidInput(rejected);
    rejectSecondTimer(board, parsed, held?.values ?? {}, userId);
    return parsed;
  }
}

/** By column: an input and its stored form. */
export type StoredForms = Record<string, { input: unknown; stored: StoredValue | null }>;

function initialValue(column: ColumnFacts): StoredValue | null {
  return typeOf(column).initialValue?.(column.config) ?? null;
}
