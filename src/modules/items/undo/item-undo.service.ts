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

  /** `events` in the order of the log. Null when they are not about items that the caller sees. */
  async undo(tx: Tx, events: readonly PastEvent[]): Promise<UndoOutcome | null> {
    const steps = stepsOf(events);
    const boards = await this.lock(tx, steps);
    if (!steps.some((step) => [...step.values()].some(({ boardId }) => boards.has(boardId)))) return null;
    const outcome = new UndoOutcome();
    for (const step of steps.toReversed()) await this.undoStep(tx, step, boards, outcome);
    return outcome;
  }

  /** Locks the boards and the items, and reads the boards that the caller sees. */
  private async lock(tx: Tx, steps: readonly Step[]): Promise<SeenBoards> {
    const changes = steps.flatMap((step) => [...step.values()]);
    const boardIds = new Set(
      changes.flatMap(({ boardId, relocation }) => [boardId, ...(relocation ? [relocation.from] : [])]),
    );
    await this.items.lockBoards(tx, boardIds);
    await this.items.lockItems(tx, [...new Set(changes.map(({ id }) => id))]);
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
    await this.states.restore(tx, plan.restored, boardOf, outcome);
    await this.states.place(tx, plan.places, boardOf, outcome);
    await this.edit(tx, plan, boardOf, outcome);
    await this.states.archive(tx, plan.archived, boardOf, outcome);
    await this.states.trash(tx, withoutOwnParents(plan.trashed), boardOf, outcome);
    for (const { id } of plan.trashed) outcome.add(id);
  }

  /** In the order of their ids, as every write of several items. */
  private async edit(
    tx: Tx,
    { cells, details }: UndoPlan,
    boardOf: (item: ItemState) => BoardFacts,
    outcome: UndoOutcome,
  ): Promise<void> {
    for (const { before, values } of cells.toSorted((a, b) => compare(a.before.id, b.before.id))) {
      const { id } = before;
      const rejected = await this.values.writeReturned(tx, boardOf(before), id, values);
      for (const columnId of rejected) outcome.skip({ itemId: id, columnId, reason: 'value_not_accepted' });
      if (rejected.length < values.size) outcome.add(id);
    }
    for (const { before, patch } of details.toSorted((a, b) => compare(a.before.id, b.before.id))) {
      await this.details.update(tx, boardOf(before), before.id, patch);
      outcome.add(before.id);
    }
  }
}

function compare(a: ItemId, b: ItemId): number {
  return a < b ? -1 : 1;
}

/** Sub-items go to Trash with their parents. */
function withoutOwnParents(items: readonly ItemState[]): ItemState[] {
  const ids = new Set(items.map(({ id }) => id));
  return items.filter(({ parentId }) => parentId === null || !ids.has(parentId));
}
