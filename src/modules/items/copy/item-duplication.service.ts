import { Injectable } from '@nestjs/common';
import { copyName } from '../../../kernel/copy-name';
import { type ItemId, newId } from '../../../kernel/ids';
import type { JsonText } from '../../../kernel/json';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import type { Input } from '../../../rpc/schema';
import type { PreviousValues } from '../../columns';
import { type BoardFacts, HierarchyService } from '../../hierarchy';
import { StaleBoardRetryService } from '../write/stale-board-retry.service';
import { ItemAdditionsService } from '../write/item-additions.service';
import type { itemsDuplicate } from '../bulk/item-bulk.schemas';
import { copiedWithinBoard } from './copied-within-board';
import { type ItemOriginal, ItemOriginalsReadModel } from './item-originals.read-model';
import { ItemLocksRepository } from '../item-locks.repository';
import { BoardIsChanging, ItemIsArchived, ItemNotFound } from '../items.errors';
import { editItems } from '../items.policy';
import { presentItem } from '../items.presenter';
import { ItemsReadModel } from '../items.read-model';
import { ITEM_NAME_MAX } from '../items.schemas';
import { authorize } from '../../../access/policy';

type DuplicateInput = Input<typeof itemsDuplicate>;

/** Sub-items that are copied in one statement. */
const BATCH = 500;

/**
 * Copies an item to the position directly after it. The copy gets new auto numbers, no running timer and no value of a unique
 * column, and keeps all else.
 */
@Injectable()
export class ItemDuplicationService {
  constructor(
    private readonly structure: StaleBoardRetryService,
    private readonly hierarchy: HierarchyService,
    private readonly locks: ItemLocksRepository,
    private readonly originals: ItemOriginalsReadModel,
    private readonly additions: ItemAdditionsService,
    private readonly reads: ItemsReadModel,
  ) {}

  duplicate(context: CallContext, { id, name, includeSubItems }: DuplicateInput): Promise<JsonText> {
    return this.structure.transact(context, async (tx) => {
      const { facts: board, access, item } = await this.hierarchy.item(tx, id);
      authorize(editItems, tx.principal, { access });
      if (item.isArchived) throw new ItemIsArchived();
      await this.locks.lockStructure(tx, board);
      await this.locks.lockLists(tx, [id], null);
      const original = await this.originals.live(tx, id);
      if (original === null) throw new ItemNotFound();
      if (original.boardId !== board.id) throw new BoardIsChanging();
      const { groupId, position } = original;
      const copy = { ...copyOf(board, original), name: name ?? copyName(original.name, ITEM_NAME_MAX) };
      await this.additions.add(tx, board, { groupId, position: position + 1 }, [copy]);
      if (includeSubItems) await this.copySubItems(tx, board, original, copy.id);
      const [record] = await this.reads.records(tx, [copy.id]);
      return presentItem(board, record!);
    });
  }

  private async copySubItems(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    { id, groupId }: ItemOriginal,
    parentId: ItemId,
  ): Promise<void> {
    let after = '-infinity';
    for (;;) {
      const batch = await this.originals.subItems(tx, id, after, BATCH);
      if (batch.length === 0) return;
      after = batch.at(-1)!.rank;
      const copies = batch.map((original) => ({ ...copyOf(board, original), parentId }));
      await this.additions.add(tx, board, { groupId, position: null }, copies);
    }
  }
}

function copyOf(board: BoardFacts, { parentId, name, description, values }: ItemOriginal) {
  const stored = copiedWithinBoard(board, values as PreviousValues);
  return { id: newId('item'), parentId, name, description, stored };
}
