import { Injectable } from '@nestjs/common';
import { type GroupId, type ItemId, newId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import type { PreviousValues } from '../../columns';
import type { BoardFacts, GroupFacts } from '../../hierarchy';
import { ItemLocksRepository } from '../item-locks.repository';
import { type AddedItem, ItemAdditionsService } from '../write/item-additions.service';
import { copiedWithinBoard } from './copied-within-board';
import { type ItemOriginal, ItemOriginalsReadModel } from './item-originals.read-model';

/** The maximum number of items, with sub-items, in a group that is copied in one call. */
export const COPIED_ITEMS_MAX = 1_000;

/** Items that are created in one statement. */
const BATCH = 500;

/** An id of an item as the whole of a JSON string: quotes inside strings are escaped, so it cannot be part of one. */
const ITEM_ID = /"(itm_[0-9A-HJKMNP-TV-Z]{26})"/g;

/** Copies the live items of a group to another group of the board, in their order, with their sub-items. */
@Injectable()
export class GroupCopiesService {
  constructor(
    private readonly locks: ItemLocksRepository,
    private readonly originals: ItemOriginalsReadModel,
    private readonly additions: ItemAdditionsService,
  ) {}

  /**
   * As items.duplicate: the copies get new auto numbers, no running timer and no value of a unique column; references between items of
   * the group become references between their copies. False when the group has too many items, and then copies nothing. The
   * caller has locked the structure of the board.
   */
  async copy(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    from: GroupFacts,
    to: GroupId,
  ): Promise<boolean> {
    const parents = await this.originals.ofGroup(tx, from.key, COPIED_ITEMS_MAX + 1);
    if (parents.length === 0) return true;
    const parentIds = parents.map(({ id }) => id);
    const subItems = await this.originals.subItemsOf(tx, parentIds, COPIED_ITEMS_MAX + 1);
    const originals = [...parents, ...subItems];
    if (originals.length > COPIED_ITEMS_MAX) return false;
    await this.locks.lockLists(tx, parentIds, to);
    const ids = new Map(originals.map(({ id }) => [id, newId('item')]));
    const copies = originals.map((original) => copyOf(board, original, ids));
    for (let at = 0; at < copies.length; at += BATCH)
      await this.additions.add(tx, board, { groupId: to, position: null }, copies.slice(at, at + BATCH));
    return true;
  }
}

function copyOf(
  board: BoardFacts,
  { id, parentId, name, description, values }: ItemOriginal,
  ids: ReadonlyMap<ItemId, ItemId>,
): AddedItem {
  const text = JSON.stringify(values).replace(
    ITEM_ID,
    (_token, named: ItemId) => `"${ids.get(named) ?? named}"`,
  );
  const stored = copiedWithinBoard(board, JSON.parse(text) as PreviousValues);
  return {
    id: ids.get(id)!,
    parentId: parentId === null ? null : ids.get(parentId)!,
    name,
    description,
    stored,
  };
}
