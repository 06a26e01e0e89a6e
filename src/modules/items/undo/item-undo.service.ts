import { Injectable } from '@nestjs/common';
import type { BoardId, ItemId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { boardAccess, type BoardFacts, HierarchyService, type Seen } from '../../hierarchy';
import { ItemDetailsService } from '../write/item-details.service';
import { ItemValueWritesService } from '../write/item-value-writes.service';
import { type PastEvent, type Step, stepsOf } from './item-change';
import { type ItemState, ItemUndoRepository } from './item-undo.repository';
import { ReturnedRelocationsService } from './returned-relocations.service';
import { ReturnedStatesService } from './returned-states.service';
import { type SeenBoards, UndoOutcome } from './undo-outcome';
import { planUndo, type UndoPlan } from './undo-plan';

type Tx = InTransaction<CallContext>;

/** Reverses what events say about items, the latest first (changes.undo). */
@Injectable()
export class ItemUndoService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly items: ItemUndoRepository,
    private readonly states: ReturnedStatesService,
    private readonly relocations: ReturnedRelocationsService,
    private readonly details: ItemDetailsService,
    private readonly values: ItemValueWritesService,
  ) {}

  /** Locks the boards that events are about, and their items, until the transaction ends. */
  async lock(tx: Tx, events: readonly PastEvent[]): Promise<void> {
    const changes = stepsOf(events).flatMap((step) => [...step.values()]);
    const boardIds = [
      ...changes.flatMap(({ relocation }) => (relocation ? [relocation.from] : [])),
      ...events.flatMap(({ boardId }) => boardId ?? []),
    ];
    await this.items.lockBoards(tx, new Set(boardIds));
    await this.items.lockItems(tx, [...new Set(changes.map(({ id }) => id))]);
  }

  /** `events` in the order of the log, which `lock` has locked. Null when they are not about items that the caller sees. */
  async undo(tx: Tx, events: readonly PastEvent[]): Promise<UndoOutcome | null> {
    const steps = stepsOf(events);
    const boards = await this.seenBoards(tx, steps);
    if (!steps.some((step) => [...step.values()].some(({ boardId }) => boards.has(boardId)))) return null;
    const outcome = new UndoOutcome();
    for (const step of steps.toReversed()) await this.undoStep(tx, step, boards, outcome);
    return outcome;
  }

  private async seenBoards(tx: Tx, steps: readonly Step[]): Promise<SeenBoards> {
    const changes = steps.flatMap((step) => [...step.values()]);
    const boardIds = new Set(
      changes.flatMap(({ boardId, relocation }) => [boardId, ...(relocation ? [relocation.from] : [])]),
    );
    const boards = new Map<BoardId, Seen<BoardFacts>>();
    for (const id of boardIds) {
      const facts = await this.hierarchy.boardFacts(tx, id);
      const access = facts && boardAccess(tx.principal, facts);
      if (facts && access?.canSee) boards.set(id, { facts, access });
    }
    return boards;
  }

  private async undoStep(tx: Tx, step: Step, boards: SeenBoards, outcome: UndoOutcome): Promise<void> {
    const changes = [...step.values()];
    const withValues = changes.filter(({ cells }) => cells.size > 0).map(({ id }) => id);
    const states = await this.items.states(tx, [...step.keys()], withValues);
    if (changes.some(({ relocation }) => relocation !== null))
      return this.relocations.undo(tx, { step, states, boards }, outcome);
    const plan = planUndo(step, states, boards, tx.principal);
    for (const skipped of plan.skipped) outcome.skip(skipped);
    const boardOf = ({ boardId }: ItemState) => boards.get(boardId)!.facts;
    // First, so that unique values of created items are free for those that had them before.
    await this.states.trash(tx, withoutOwnParents(plan.trashed), boardOf, outcome);
    for (const { id } of plan.trashed) outcome.add(id);
    const staying = await this.states.restore(tx, plan.restored, boardOf, outcome);
    await this.states.trash(tx, ofReturned(plan, staying), boardOf, outcome);
    const returning = without(plan, staying);
    await this.states.place(tx, returning.places, boardOf, outcome);
    await this.edit(tx, returning, boardOf, outcome);
    await this.states.archive(tx, plan.archived, boardOf, outcome);
  }

  /** In the order of their ids, as every write of several items. */
  private async edit(
    tx: Tx,
    { cells, details }: Pick<UndoPlan, 'cells' | 'details'>,
    boardOf: (item: ItemState) => BoardFacts,
    outcome: UndoOutcome,
  ): Promise<void> {
    let waiting = cells.toSorted((a, b) => compare(a.before.id, b.before.id));
    // An item can have got a unique value that another one of the call had before: then that one returns in the next round.
    for (let previous = Infinity; countCells(waiting) < previous;) {
      previous = countCells(waiting);
      waiting = await this.writeRound(tx, waiting, boardOf, outcome);
    }
    for (const { before, values } of waiting)
      for (const columnId of values.keys())
        outcome.skip({ itemId: before.id, columnId, reason: 'value_not_unique' });
    for (const { before, patch } of details.toSorted((a, b) => compare(a.before.id, b.before.id))) {
      await this.details.update(tx, boardOf(before), before.id, patch);
      outcome.add(before.id);
    }
  }

  /** Returns the cells whose unique values other items have. */
  private async writeRound(
    tx: Tx,
    cells: UndoPlan['cells'],
    boardOf: (item: ItemState) => BoardFacts,
    outcome: UndoOutcome,
  ): Promise<UndoPlan['cells']> {
    const taken: UndoPlan['cells'] = [];
    for (const { before, values } of cells) {
      const { id } = before;
      const rejected = await this.values.writeReturned(tx, boardOf(before), id, values);
      for (const [columnId, reason] of rejected)
        if (reason !== 'value_not_unique') outcome.skip({ itemId: id, columnId, reason });
      if (rejected.size < values.size) outcome.add(id);
      const again = [...values].filter(([columnId]) => rejected.get(columnId) === 'value_not_unique');
      if (again.length > 0) taken.push({ before, values: new Map(again) });
    }
    return taken;
  }
}

function countCells(cells: UndoPlan['cells']): number {
  return cells.reduce((count, { values }) => count + values.size, 0);
}

/** Created sub-items that have returned from Trash with their parents. */
function ofReturned({ restored, trashedWithParents }: UndoPlan, staying: ReadonlySet<ItemId>): ItemState[] {
  const returned = new Set(restored.flatMap(({ id }) => (staying.has(id) ? [] : [id])));
  return trashedWithParents.filter(({ parentId }) => returned.has(parentId!));
}

/** What the plan changes of other items. */
function without(
  { places, cells, details }: UndoPlan,
  staying: ReadonlySet<ItemId>,
): Pick<UndoPlan, 'places' | 'cells' | 'details'> {
  const isReturning = ({ before }: { before: ItemState }) => !staying.has(before.id);
  return {
    places: places.filter(isReturning),
    cells: cells.filter(isReturning),
    details: details.filter(isReturning),
  };
}

function compare(a: ItemId, b: ItemId): number {
  return a < b ? -1 : 1;
}

/** Sub-items go to Trash with their parents. */
function withoutOwnParents(items: readonly ItemState[]): ItemState[] {
  const ids = new Set(items.map(({ id }) => id));
  return items.filter(({ parentId }) => parentId === null || !ids.has(parentId));
}
