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
import { areWrittenTogether } from './independent-columns';
import { ItemDetailsRepository } from './item-details.repository';
import { ItemRevisionsRepository, type RevisedItem } from './item-revisions.repository';
import { ItemValueWritesService } from './item-value-writes.service';
import { runsOf } from './runs-of';

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
    const differences = revisions.flatMap((revision): Difference | [] => {
      const state = states.get(revision.id);
      if (state === undefined) return [];
      return {
        revision,
        state,
        details: changedDetails(revision, state),
        changes: differing(board, revision, state),
      };
    });
    const changed = differences.filter(
      ({ details, changes }) => Object.keys(details).length + Object.keys(changes).length > 0,
    );
    const isPlain = ({ details, changes }: Difference) =>
      Object.keys(details).length === 0 && areWrittenTogether(board, Object.keys(changes));
    for (const run of runsOf(changed, isPlain)) {
      const items = run.map(({ revision: { id, path }, changes }) => ({ id, changes, path }));
      if (run.length > 1 && (await this.writes.writeTogether(tx, board, items)) !== null) continue;
      for (const difference of run) await this.writeOne(tx, board, difference);
    }
    return changed.map(({ revision: { id } }) => id);
  }

  private async writeOne(
    tx: Tx,
    board: BoardFacts,
    { revision: { id, path }, state, details, changes }: Difference,
  ): Promise<void> {
    if (Object.keys(details).length > 0) await this.writeDetails(tx, board, id, { details, state });
    if (Object.keys(changes).length > 0) await this.writes.writeHeld(tx, board, id, changes, { path });
  }

  private async writeDetails(
    tx: Tx,
    board: BoardFacts,
    id: ItemId,
    { details: changes, state: before }: Pick<Difference, 'details' | 'state'>,
  ): Promise<void> {
    const previous = Object.fromEntries(
      Object.keys(changes).map((field) => [field, before[field as 'name' | 'description']]),
    );
    const next = { name: before.name, description: before.description, ...changes };
    await this.details.update(tx, id, { ...next, nameKey: naturalKey(next.name) });
    await this.edits.follow(tx, board, [id]);
    const event = itemsEvents.updated.create({ changes, previous }, { boardId: board.id, itemId: id });
    await this.outbox.append(tx, event);
  }
}

/** What a revision changes. */
interface Difference {
  revision: ItemRevision;
  state: RevisedItem;
  details: { name?: string; description?: string | null };
  /** The inputs of cells. */
  changes: Record<string, unknown>;
}

function changedDetails({ name, description }: ItemRevision, before: RevisedItem): Difference['details'] {
  return {
    ...(name === undefined || name === before.name ? {} : { name }),
    ...(description === undefined || description === before.description ? {} : { description }),
  };
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
