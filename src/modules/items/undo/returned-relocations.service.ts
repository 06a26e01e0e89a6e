import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { ItemId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { Outbox } from '../../../platform/events/outbox';
import {
  computedColumns,
  PrepareValuesService,
  type PreviousValues,
  ValueDependentsService,
  ValueNotUnique,
  type WrittenItem,
} from '../../columns';
import type { BoardFacts } from '../../hierarchy';
import { itemsEvents } from '../items.events';
import { type FamilyMember, ItemPlacementRepository } from '../move/item-placement.repository';
import { type RelocatedValues, relocatedValues } from '../move/relocated-values';
import type { ItemChange, Step } from './item-change';
import { type ItemState, ItemUndoRepository } from './item-undo.repository';
import type { SeenBoards, SkipReason, UndoOutcome } from './undo-outcome';
import { boardProblem, findItem, returning } from './undo-plan';

type Tx = InTransaction<CallContext>;

interface Around {
  step: Step;
  states: ReadonlyMap<ItemId, ItemState>;
  boards: SeenBoards;
}

/** Returns items that were moved to another board, with the values that they had before. */
@Injectable()
export class ReturnedRelocationsService {
  constructor(
    private readonly values: PrepareValuesService,
    private readonly placement: ItemPlacementRepository,
    private readonly items: ItemUndoRepository,
    private readonly edits: ValueDependentsService,
    private readonly outbox: Outbox,
  ) {}

  async undo(tx: Tx, { step, states, boards }: Around, outcome: UndoOutcome): Promise<void> {
    for (const change of [...step.values()].toReversed()) {
      const found = findItem(change, states, boards, tx.principal);
      if (found === null) continue;
      const reason =
        typeof found === 'string' ? found : await this.returnItem(tx, change, found.state, boards);
      if (reason === null) outcome.add(change.id);
      else outcome.skip({ itemId: change.id, reason });
    }
  }

  /** Why the item stays; null if it has returned. */
  private async returnItem(
    tx: Tx,
    { boardId, relocation, place }: ItemChange,
    state: ItemState,
    boards: SeenBoards,
  ): Promise<SkipReason | null> {
    const { from: previousBoardId, family: earlier } = relocation!;
    const { before, after } = place!;
    const target = boards.get(previousBoardId);
    if (target === undefined) return 'no_permission';
    const problem = boardProblem(tx.principal, target);
    if (problem !== null) return problem;
    const { facts: to } = target;
    const { facts: from } = boards.get(boardId)!;
    if (state.trashedAt !== null) return 'item_trashed';
    if (!to.groupsById.has(before.groupId)) return 'group_deleted';
    const family = await this.placement.family<PreviousValues>(tx, state.id);
    const isUnchanged = state.groupId === after.groupId && state.rank === after.rank;
    if (!isUnchanged || !haveValues(from, family, earlier)) return 'changed_since';
    const known = new Map(earlier.map(({ itemId, previousValues }) => [itemId, previousValues]));
    const stored: PreviousValues[] = [];
    for (const { id, values } of family)
      stored.push(known.get(id) ?? (await this.values.carry(tx, from, to, values)));
    const updatedAt = clock.now().toISOString();
    const times = family.map(({ createdAt }) => ({ createdAt, updatedAt }));
    const prepared = await this.values.ofStored(tx, to, stored, times);
    const written = family.flatMap(({ id, isTrashed }, at) =>
      isTrashed ? [] : [{ id, entries: prepared[at]!.entries }],
    );
    if (!(await this.areFree(tx, to, written))) return 'value_not_unique';
    const home = { boardId: to.id, groupId: before.groupId, position: null };
    for (const [at, { id }] of family.entries()) await this.placement.relocate(tx, id, home, prepared[at]!);
    const [returned] = await this.items.returnPlaces(tx, [{ id: state.id, ...returning(state, before) }]);
    await this.edits.followMove(
      tx,
      from,
      to,
      family.map(({ id }) => id),
    );
    const { position, rank } = returned!;
    const payload = {
      groupId: before.groupId,
      position,
      rank,
      previousGroupId: after.groupId,
      previousBoardId: from.id,
      previousRank: state.rank,
      family: family.map((member, at) => relocatedValues(member, prepared[at]!)),
    };
    await this.outbox.append(
      tx,
      itemsEvents.removed.create({ groupId: after.groupId }, { boardId: from.id, itemId: state.id }),
      itemsEvents.moved.create(payload, { boardId: to.id, itemId: state.id }),
    );
    return null;
  }

  /** Whether no other item has a value of a unique column of one of these items. */
  private async areFree(tx: Tx, board: BoardFacts, items: readonly WrittenItem[]): Promise<boolean> {
    try {
      await this.values.assertFree(tx, board, items);
      return true;
    } catch (rejection) {
      if (rejection instanceof ValueNotUnique) return false;
      throw rejection;
    }
  }
}

/** Whether the items still have the values that they got on the board; computed ones follow those. */
function haveValues(
  board: BoardFacts,
  family: readonly FamilyMember<PreviousValues>[],
  moved: readonly RelocatedValues[],
): boolean {
  const computed = new Set(computedColumns(board).ordered.map(({ column }) => column.id));
  const given = board.columns.filter(({ id }) => !computed.has(id));
  const got = new Map(moved.map(({ itemId, values }) => [itemId, values]));
  return family.every(({ id, values }) => {
    const expected = got.get(id);
    return (
      expected === undefined ||
      given.every((column) => isDeepStrictEqual(values[column.id], expected[column.id]))
    );
  });
}
