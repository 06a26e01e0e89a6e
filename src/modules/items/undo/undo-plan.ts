import { isDeepStrictEqual } from 'node:util';
import type { ColumnId, ItemId } from '../../../kernel/ids';
import type { Principal } from '../../../access/principal';
import { columnTypes } from '../../../column-types/types';
import type { StoredValue } from '../../../column-types/column-type';
import type { BoardFacts, ColumnFacts, Seen } from '../../hierarchy';
import { deleteItems, editItems } from '../items.policy';
import type { ItemDetails } from '../write/item-details.repository';
import type { ItemChange, Place, Standing, Step } from './item-change';
import type { ItemState, ReturningItem } from './item-undo.repository';
import type { SeenBoards, Skipped, SkipReason } from './undo-outcome';

/** What returns to its state before the change. The items of each list are in the order of the events. */
export interface UndoPlan {
  restored: ItemState[];
  archived: ItemState[];
  trashed: ItemState[];
  /** Created sub-items that went to Trash with a parent: they stay there when it returns. */
  trashedWithParents: ItemState[];
  places: (ReturningItem & { before: ItemState })[];
  details: { before: ItemState; patch: Partial<ItemDetails> }[];
  cells: { before: ItemState; values: Map<ColumnId, StoredValue | null> }[];
  skipped: Skipped[];
}

/** Compares a step with the present state of its items: what has changed since stays. Pure. */
export function planUndo(
  step: Step,
  states: ReadonlyMap<ItemId, ItemState>,
  boards: SeenBoards,
  principal: Principal,
): UndoPlan {
  const plan: UndoPlan = {
    restored: [],
    archived: [],
    trashed: [],
    trashedWithParents: [],
    places: [],
    details: [],
    cells: [],
    skipped: [],
  };
  for (const change of step.values()) {
    const found = findItem(change, states, boards, principal);
    if (found === null) continue;
    if (typeof found === 'string') plan.skipped.push({ itemId: change.id, reason: found });
    else planItem(plan, change, found, { step, principal });
  }
  return plan;
}

interface FoundItem {
  state: ItemState;
  board: BoardFacts;
  canDelete: boolean;
}

/** The item with its board, why it stays, or null for an item that the caller may not see. */
export function findItem(
  change: ItemChange,
  states: ReadonlyMap<ItemId, ItemState>,
  boards: SeenBoards,
  principal: Principal,
): FoundItem | SkipReason | null {
  const state = states.get(change.id);
  const seen = boards.get(change.boardId);
  if (seen === undefined) return null;
  if (state === undefined) return 'item_deleted';
  if (state.boardId !== change.boardId) return boards.has(state.boardId) ? 'changed_since' : null;
  const problem = boardProblem(principal, seen);
  if (problem !== null) return problem;
  if (change.isIrreversible) return 'not_reversible';
  return { state, board: seen.facts, canDelete: mayDelete(principal, seen) };
}

/** Why the caller cannot change items of the board; null if the caller can. */
export function boardProblem(principal: Principal, seen: Seen<BoardFacts>): SkipReason | null {
  if (!editItems.allows(principal, seen)) return 'no_permission';
  return seen.access.isArchived ? 'board_archived' : null;
}

/** The scope of a token that creates items does not include deleting them. */
function mayDelete(principal: Principal, seen: Seen<BoardFacts>): boolean {
  return deleteItems.allows(principal, seen) && principal.scopes.has('delete');
}

function planItem(
  plan: UndoPlan,
  change: ItemChange,
  { state, board, canDelete }: FoundItem,
  around: { step: Step; principal: Principal },
): void {
  const skip = (reason: SkipReason, columnId?: ColumnId) =>
    plan.skipped.push({ itemId: change.id, ...(columnId === undefined ? {} : { columnId }), reason });
  const isCreated = change.standing?.before === 'absent';
  // Values of an item that was created with the change go to Trash with it.
  if (isCreated) {
    if (change.standing!.after === 'trashed') return;
    const isWithParent =
      state.isParentTrashed && around.step.get(state.parentId!)?.standing?.before === 'live';
    if (state.trashedAt !== null && !isWithParent) skip('item_trashed');
    else if (!canDelete) skip('no_permission');
    else if (isWithParent) plan.trashedWithParents.push(state);
    else plan.trashed.push(state);
    return;
  }
  if (change.standing !== null && change.standing.before !== change.standing.after) {
    const reason = standingProblem(change, state, board, { ...around, canDelete });
    if (reason !== null) skip(reason);
    else if (change.standing.before === 'trashed') plan.trashed.push(state);
    else if (change.standing.before === 'archived') plan.archived.push(state);
    else plan.restored.push(state);
  } else if (state.trashedAt !== null) {
    skip('item_trashed');
    return;
  }
  planPlace(plan, change, state, board, skip);
  planDetails(plan, change, state, skip);
  planCells(plan, change, state, board, skip);
}

/** Why the item does not return to its earlier state; null if it does. */
function standingProblem(
  { standing }: ItemChange,
  state: ItemState,
  board: BoardFacts,
  { step, canDelete }: { step: Step; canDelete: boolean },
): SkipReason | null {
  const { before, after } = standing!;
  if (!isIn(state, after)) return 'changed_since';
  if (before === 'trashed') return canDelete ? null : 'no_permission';
  if (before === 'archived') return null;
  if (state.parentId === null) return board.groupsById.has(state.groupId) ? null : 'group_deleted';
  // The parent returns in the same step.
  if (step.get(state.parentId)?.standing?.before === 'live') return null;
  const isAway = state.isParentTrashed || (state.isParentArchived && state.archivedAt === null);
  return isAway ? 'parent_not_live' : null;
}

function isIn({ archivedAt, trashedAt }: ItemState, standing: Standing): boolean {
  if (standing === 'trashed') return trashedAt !== null;
  return trashedAt === null && (standing === 'archived') === (archivedAt !== null);
}

type Skip = (reason: SkipReason, columnId?: ColumnId) => void;

function planPlace(
  plan: UndoPlan,
  { place }: ItemChange,
  state: ItemState,
  board: BoardFacts,
  skip: Skip,
): void {
  if (place === null || isSamePlace(place.before, place.after)) return;
  const { before, after } = place;
  if (state.groupId !== after.groupId || state.rank !== after.rank) skip('changed_since');
  else if (!board.groupsById.has(before.groupId)) skip('group_deleted');
  else plan.places.push({ id: state.id, before: state, ...returning(state, before) });
}

function isSamePlace(a: Place, b: Place): boolean {
  return a.groupId === b.groupId && a.rank === b.rank;
}

export function returning(
  { parentId }: ItemState,
  place: Place,
): { groupId: Place['groupId'] | null; rank: string } {
  return { groupId: parentId === null ? place.groupId : null, rank: place.rank! };
}

function planDetails(plan: UndoPlan, { details }: ItemChange, state: ItemState, skip: Skip): void {
  const patch: Partial<ItemDetails> = {};
  const { name, description } = details;
  if (name !== undefined && name.before !== name.after) {
    if (state.name === name.after) patch.name = name.before;
    else skip('changed_since');
  }
  if (description !== undefined && description.before !== description.after) {
    if (state.description === description.after) patch.description = description.before;
    else skip('changed_since');
  }
  if (Object.keys(patch).length > 0) plan.details.push({ before: state, patch });
}

function planCells(
  plan: UndoPlan,
  { cells }: ItemChange,
  state: ItemState,
  board: BoardFacts,
  skip: Skip,
): void {
  const values = new Map<ColumnId, StoredValue | null>();
  for (const [columnId, { before, after }] of cells) {
    const column = board.columnsById.get(columnId);
    if (column === undefined) skip('column_deleted', columnId);
    // Computed columns follow the values that they are computed from.
    else if (!columnTypes[column.type].writable || isSame(column, before, after)) continue;
    else if (isSame(column, state.values![columnId] ?? null, after)) values.set(columnId, before);
    else skip('changed_since', columnId);
  }
  if (values.size > 0) plan.cells.push({ before: state, values });
}

function isSame({ type }: ColumnFacts, a: StoredValue | null, b: StoredValue | null): boolean {
  if (a === null || b === null) return a === b;
  return isDeepStrictEqual(a, b) || columnTypes[type].equals(a, b);
}
