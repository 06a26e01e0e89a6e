import { Injectable } from '@nestjs/common';
import { AppError, InvalidInput } from '../../kernel/app-error';
import { clock } from '../../kernel/clock';
import type { CallContext } from '../../access/principal';
import type { BoardFacts, ColumnFacts } from '../hierarchy';
import {
  type ColumnConfig,
  type ColumnType,
  type ColumnTypeName,
  type LoadedReferences,
  type StoredValue,
  ValueRefused,
} from './column-type';
import { carryValues } from './carry-values';
import type { ComputedItem } from './computed/computed-item';
import { PreparedResults } from './computed/prepared-results';
import { refuseSecondTimer } from './second-timer';
import { addEntries, noEntries, type PreparedValues, type PreviousValues } from './prepared-values';
import type { ItemTimes } from './present-values';
import { ReferenceCheck, type ReferencedValue } from './reference-check';
import { columnTypes } from './types';

export interface PrepareOptions {
  /** Where the input stands, for errors: `values`, `changes`; empty when the input is one value. */
  path: string;
  /** Absent at creation. */
  itemId?: string;
  /**
   * The item, which stands still, with the time that this change gets: for types whose next value depends on the one
   * before, and for columns that are computed from what changes.
   */
  held?: ComputedItem;
}

/** Types are kept by name as text; the columns table holds no others. */
function typeOf(column: ColumnFacts): ColumnType {
  return columnTypes[column.type as ColumnTypeName];
}

export function isColumnOf(board: BoardFacts, columnId: string): ColumnFacts | undefined {
  return board.columnsById.get(columnId as ColumnFacts['id']);
}

/** Whether a write of this column must first lock and read the item. */
export function dependsOnPrevious(column: ColumnFacts): boolean {
  return typeOf(column).dependsOnPrevious === true;
}

/** Whether writes of this column must wait for each other, because together they could close a circle. */
export function mustBeAcyclic(column: ColumnFacts): boolean {
  return typeOf(column).itemScope === 'sameBoard';
}

/** Checks values that somebody wants to write (contract §6). Every id in them must exist and be visible. */
@Injectable()
export class PrepareValues {
  constructor(
    private readonly references: ReferenceCheck,
    private readonly results: PreparedResults,
  ) {}

  /** For a new item: inputs, defaults for what is left out, and every required column has a value. */
  async forCreation(
    context: CallContext,
    board: BoardFacts,
    inputs: Readonly<Record<string, unknown>>,
  ): Promise<PreparedValues> {
    const [prepared] = await this.forCreations(context, board, [{ inputs, path: 'values' }]);
    return prepared!;
  }

  /** Its set form, which asks once for what all the values name. */
  async forCreations(
    context: CallContext,
    board: BoardFacts,
    items: readonly { inputs: Readonly<Record<string, unknown>>; path: string }[],
  ): Promise<PreparedValues[]> {
    const written = items.map(({ inputs, path }) => this.parseWhole(context, board, inputs, path));
    const loaded = await this.references.load(context, board, referenced(written.flat()));
    return written.map((values) => assemble(values, loaded));
  }

  /** Inputs and defaults of a new item, without what is empty. */
  private parseWhole(
    context: CallContext,
    board: BoardFacts,
    inputs: Readonly<Record<string, unknown>>,
    path: string,
  ): ParsedValue[] {
    const parsed = this.parse(context, board, inputs, { path });
    const columnsLeft = board.columns.filter((column) => !Object.hasOwn(inputs, column.id));
    for (const column of columnsLeft) {
      const stored = (column.defaultValue as StoredValue | null) ?? initialValue(column);
      if (stored !== null) parsed.push({ column, stored, path: `${path}.${column.id}`, isGiven: false });
    }
    const filled = new Set(parsed.filter(({ stored }) => stored !== null).map(({ column }) => column.id));
    const missing = board.columns.filter((column) => column.required && !filled.has(column.id));
    if (missing.length > 0) {
      throw new InvalidInput(
        missing.map(({ id, name }) => ({ path: `${path}.${id}`, message: `${name} is required` })),
      );
    }
    return parsed.filter(({ stored }) => stored !== null);
  }

  /** For an item that exists: only what the input names, null clears. */
  async forChange(
    context: CallContext,
    board: BoardFacts,
    inputs: Readonly<Record<string, unknown>>,
    options: PrepareOptions,
  ): Promise<PreparedValues> {
    const parsed = this.parse(context, board, inputs, options);
    for (const { column, stored, path } of parsed) {
      if (stored === null && column.required) throw InvalidInput.at(path, `${column.name} is required`);
    }
    const loaded = await this.references.load(context, board, referenced(parsed), options.itemId);
    const prepared = assemble(parsed, loaded);
    return options.held ? this.results.follow(context, board, prepared, options.held) : prepared;
  }

  /**
   * Values of new items, which are stored forms already, item by item: one that is made, copies, moves to another board.
   * Nothing is checked again, what the references of all items tell is asked for at once, and computed columns are
   * computed. `made`: when all of them are made, or each one's own times.
   */
  async ofStored(
    context: CallContext,
    board: BoardFacts,
    items: readonly PreviousValues[],
    made: Date | readonly ItemTimes[],
  ): Promise<PreparedValues[]> {
    const parsed = items.map((stored) =>
      board.columns.flatMap((column): ParsedValue[] => {
        const value = typeOf(column).computedFrom === undefined ? stored[column.id] : undefined;
        return value === undefined ? [] : [{ column, stored: value, path: column.id, isGiven: false }];
      }),
    );
    const loaded = await this.references.load(context, board, referenced(parsed.flat()));
    const prepared = parsed.map((values) => assemble(values, loaded));
    await this.results.addAll(context, board, prepared, made);
    return prepared;
  }

  /** What is computed for an item that is being made, beside its values; `now` is its first time. */
  async withResults(
    context: CallContext,
    board: BoardFacts,
    prepared: PreparedValues,
    now: Date,
  ): Promise<PreparedValues> {
    await this.results.addAll(context, board, [prepared], now);
    return prepared;
  }

  /** What the stored values of an item become on another board, without the links that may not stand there. */
  async carry(
    context: CallContext,
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

  private parse(
    context: CallContext,
    board: BoardFacts,
    inputs: Readonly<Record<string, unknown>>,
    { path, held }: PrepareOptions,
  ): ParsedValue[] {
    const now = clock.now().toISOString();
    const { userId } = context.principal;
    const parsed = Object.entries(inputs).map(([columnId, input]): ParsedValue => {
      const at = path === '' ? 'value' : `${path}.${columnId}`;
      const column = isColumnOf(board, columnId);
      if (!column) throw InvalidInput.at(at, 'Unknown column of this board');
      const type = typeOf(column);
      if (!type.writable) throw InvalidInput.at(at, `${column.name} is computed and cannot be set`);
      if (input === null || input === undefined) return { column, stored: null, path: at, isGiven: true };
      const before = held?.values[columnId] ?? null;
      const valueContext = { now, userId, previous: before };
      try {
        const stored = type.parseValue(input, configOf(column), valueContext);
        return { column, stored, path: at, isGiven: true };
      } catch (refusal) {
        if (refusal instanceof ValueRefused) throw InvalidInput.at(at, `${column.name}: ${refusal.message}`);
        throw refusal;
      }
    });
    refuseSecondTimer(board, parsed, held?.values ?? {}, userId);
    return parsed;
  }
}

interface ParsedValue {
  column: ColumnFacts;
  /** Null: the cell becomes empty. */
  stored: StoredValue | null;
  path: string;
  /** False for defaults and copies, whose references were checked when they were written. */
  isGiven: boolean;
}

function configOf(column: ColumnFacts): ColumnConfig {
  return column.config as ColumnConfig;
}

function initialValue(column: ColumnFacts): StoredValue | null {
  return typeOf(column).initialValue?.(configOf(column)) ?? null;
}

function referenced(values: readonly ParsedValue[]): ReferencedValue[] {
  return values.flatMap(({ column, stored, path, isGiven }) => {
    const type = typeOf(column);
    const references = stored === null ? null : type.references(stored);
    if (!references || references.ids.length === 0) return [];
    return [{ ...references, column, path, isGiven, itemScope: type.itemScope ?? null }];
  });
}

function assemble(values: readonly ParsedValue[], loaded: LoadedReferences): PreparedValues {
  const prepared: PreparedValues = {
    set: {},
    cleared: [],
    touched: [],
    entries: noEntries(),
    needsSweep: false,
  };
  for (const { column, stored, path } of values) {
    prepared.touched.push(column.id);
    if (stored === null) {
      prepared.cleared.push(column.id);
      prepared.needsSweep = true;
      continue;
    }
    const type = typeOf(column);
    const complete = resolved(column, stored, loaded, path);
    prepared.set[column.id] = complete;
    // Whether an earlier value of this type may have had more rows than this one does.
    if (type.references(complete) !== null || Array.isArray(complete)) prepared.needsSweep = true;
    addEntries(prepared.entries, column.id, type.indexEntries(complete, configOf(column), loaded));
  }
  return prepared;
}

function resolved(
  column: ColumnFacts,
  stored: StoredValue,
  loaded: LoadedReferences,
  path: string,
): StoredValue {
  const type = typeOf(column);
  if (!type.resolve) return stored;
  try {
    return type.resolve(stored, loaded);
  } catch (refusal) {
    if (!(refusal instanceof ValueRefused)) throw refusal;
    // Without the id, so that a hidden record's refusal is a missing one's to the letter.
    const message = `${column.name}: No such ${type.references(stored)?.noun ?? 'record'}`;
    throw new AppError('NOT_FOUND', message, { issues: [{ path, message }] });
  }
}
