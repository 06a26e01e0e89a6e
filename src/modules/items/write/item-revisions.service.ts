import { Injectable } from '@nestjs/common';
import type { ItemId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { Outbox } from '../../../platform/events/outbox';
import { naturalKey } from '../../../column-types/kinds/natural-key';
import type { StoredValue } from '../../../column-types/column-type';
import { columnTypes } from '../../../column-types/types';
import { type ValuePath, ValueDependentsService } from '../../columns';
import type { BoardFacts } from '../../hierarchy';
import { itemsEvents } from '../items.events';
import { ItemDetailsRepository } from './item-details.repository';
import { ItemRevisionsRepository, type RevisedItem } from './item-revisions.repository';
import { ItemValueWritesService } from './item-value-writes.service';

type Tx = InTransaction<CallContext>;

/** The new state of some parts of an item. */
export interface ItemRevision {
  id: ItemId;
  /** Undefined: unchanged. */
  name: string | undefined;
  /** Undefined: unchanged. */
  description: string | null | undefined;
  /** By column: the input and its stored form; null clears. */
  values: Readonly<Record<string, { input: unknown; stored: StoredValue | null }>>;
  /** Where the input contains the values. */
  path: ValuePath;
}

/** Writes what differs between items and their new states; the caller has checked the access and locked the structure. */
@Injectable()
export class ItemRevisionsService {
  constructor(
    private readonly items: ItemRevisionsRepository,
    private readonly details: ItemDetailsRepository,
    private readonly writes: ItemValueWritesService,
    private readonly edits: ValueDependentsService,
    private readonly outbox: Outbox,
  ) {}

  /** In the order of their ids, as every write of several items, so that two of them cannot deadlock. */
  async lock(tx: Tx, ids: readonly ItemId[]): Promise<void> {
    if (ids.length > 0) await this.items.lock(tx, ids);
  }

  /** The items that were written. Items that are not in the board, or in Trash, are left out. */
  async write(tx: Tx, board: BoardFacts, revisions: readonly ItemRevision[]): Promise<ItemId[]> {
    const states = await this.items.states(
      tx,
      revisions.map(({ id }) => id),
    );
    const written: ItemId[] = [];
    for (const revision of revisions) {
      const state = states.get(revision.id);
      if (state !== undefined && (await this.writeOne(tx, board, revision, state))) written.push(revision.id);
    }
    return written;
  }

  private async writeOne(
    tx: Tx,
    board: BoardFacts,
    revision: ItemRevision,
    state: RevisedItem,
  ): Promise<boolean> {
    const isRenamed = await this.writeDetails(tx, board, revision, state);
    const inputs = differing(board, revision, state);
    if (Object.keys(inputs).length > 0)
      await this.writes.writeHeld(tx, board, revision.id, inputs, { path: revision.path });
    return isRenamed || Object.keys(inputs).length > 0;
  }

  private async writeDetails(
    tx: Tx,
    board: BoardFacts,
    { id, name, description = undefined }: ItemRevision,
    before: RevisedItem,
  ): Promise<boolean> {
    const changes = {
      ...(name === undefined || name === before.name ? {} : { name }),
      ...(description === undefined || description === before.description ? {} : { description }),
    };
    if (Object.keys(changes).length === 0) return false;
    const previous = Object.fromEntries(
      Object.keys(changes).map((field) => [field, before[field as 'name' | 'description']]),
    );
    const next = { name: before.name, description: before.description, ...changes };
    await this.details.update(tx, id, { ...next, nameKey: naturalKey(next.name) });
    await this.edits.follow(tx, board, [id]);
    const event = itemsEvents.updated.create({ changes, previous }, { boardId: board.id, itemId: id });
    await this.outbox.append(tx, event);
    return true;
  }
}

/** The inputs of cells whose stored value differs. */
function differing(board: BoardFacts, { values }: ItemRevision, state: RevisedItem): Record<string, unknown> {
  const inputs: Record<string, unknown> = {};
  for (const [columnId, { input, stored }] of Object.entries(values)) {
    const column = board.columnsById.get(columnId as never)!;
    const before = state.values[columnId] ?? null;
    const isSame =
      stored === null || before === null
        ? stored === before
        : columnTypes[column.type].equals(stored, before);
    if (!isSame) inputs[columnId] = stored === null ? null : input;
  }
  return inputs;
}
