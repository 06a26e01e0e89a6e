import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { type ColumnId, idPattern, type UserId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { HierarchyService } from '../../hierarchy';
import { type LoadedReferences, NOTHING_LOADED, type StoredValue } from '../../../column-types/column-type';
import type { BoardColumns, ComputedColumn, LookupTargets } from './computed-columns';
import type { ComputedItem } from './computed-item';
import { evaluateColumns, type Surroundings } from './evaluate-columns';
import type { Holding } from './lookups/linked-items.read-model';
import { LinkedItemsService, type PassedItems } from './lookups/linked-items.service';
import { ITEM_MAX_STEPS, TURN_STEPS } from './work-limits';

export interface Computation {
  /**
   * One for each item, in their order: results by column, null for an empty cell. Fewer than the given items if
   * the steps did not suffice for all.
   */
  results: Map<ColumnId, StoredValue | null>[];
  /** Names that the results contain. */
  loaded: LoadedReferences;
  /** The number of steps used. */
  steps: number;
  /** See LinkedItemsService. */
  passed: readonly PassedItems[];
}

export interface Manner {
  /** See LinkedItemsService. */
  holds: Holding | null;
  /** The limit of steps; the first item is computed in any case. */
  maxSteps: number;
}

const USER_ID = idPattern('user');

/** Computes columns of items. Reads only, and only what these columns need. */
@Injectable()
export class ComputationsService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly linkedItems: LinkedItemsService,
  ) {}

  /** `columns` in order. */
  async run(
    context: TenantContext,
    board: BoardColumns,
    columns: readonly ComputedColumn[],
    items: readonly ComputedItem[],
    { holds, maxSteps }: Manner,
  ): Promise<Computation> {
    const lookups = columns.flatMap(({ lookup }) => lookup ?? []);
    const { linked, passed } =
      lookups.length === 0
        ? { linked: () => [], passed: [] }
        : await this.linkedItems.load(context, board, lookups, items, holds);
    const loaded = await this.names(context, columns, lookups, items, linked);
    const { timeZone, weekStart } = await this.hierarchy.calendar(context);
    const around = { clock: { now: clock.nowMs(), timeZone, weekStart }, loaded, linked };
    const results: Computation['results'] = [];
    let spent = 0;
    let turn = 0;
    for (const item of items) {
      if (spent > maxSteps) break;
      const budget = { steps: ITEM_MAX_STEPS };
      results.push(evaluateColumns(board, columns, item, around, budget));
      spent += ITEM_MAX_STEPS - budget.steps;
      if (spent - turn < TURN_STEPS) continue;
      turn = spent;
      await nextTurn();
    }
    return { results, loaded, steps: spent, passed };
  }

  private async names(
    context: TenantContext,
    columns: readonly ComputedColumn[],
    lookups: readonly LookupTargets[],
    items: readonly ComputedItem[],
    linked: Surroundings['linked'],
  ): Promise<LoadedReferences> {
    const inputs = new Set(columns.flatMap((column) => (column.formula === null ? [] : column.inputs)));
    const ids = new Set<string>();
    for (const item of items) {
      for (const id of inputs) addPeople(ids, item.values[id]);
      for (const lookup of lookups)
        for (const { stored } of linked(lookup, item) ?? []) addPeople(ids, stored);
    }
    if (ids.size === 0) return NOTHING_LOADED;
    const names = await this.hierarchy.memberNames(context, [...ids] as UserId[]);
    return { ...NOTHING_LOADED, memberName: (userId) => names.get(userId as UserId) };
  }
}

/** Cells of people, and of lookups of people, are lists of user ids. */
function addPeople(ids: Set<string>, stored: StoredValue | undefined): void {
  if (!Array.isArray(stored)) return;
  for (const entry of stored) if (typeof entry === 'string' && USER_ID.test(entry)) ids.add(entry);
}
