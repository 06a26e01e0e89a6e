import { Injectable } from '@nestjs/common';
import { UnknownCursor } from '../../kernel/cursor';
import type { BoardId, EventId, ItemId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import type { InTransaction } from '../../platform/database/transaction';
import { type CausedEvent, CausedEvents } from '../../platform/events/log/caused-events';
import type { Input } from '../../rpc/schema';
import { GroupUndoService } from '../boards';
import { ImportCausesService } from '../exchange';
import { boardAccess, HierarchyService } from '../hierarchy';
import { ItemUndoService, type PastEvent, UNDONE_ITEMS_MAX } from '../items';
import { ChangeNotFound, NotUndoable, TooMuchToUndo } from './changes.errors';
import { undoChange, undoWithoutBoard } from './changes.policy';
import type { changesUndo } from './changes.schemas';

type UndoInput = Input<typeof changesUndo>;

/** A call writes at most some events per item, such as one for each value. */
const EVENTS_MAX = 2 * UNDONE_ITEMS_MAX;

interface UndoPage {
  own: CausedEvent[];
  events: PastEvent[];
  /** Null if these are the earliest events of the change. */
  nextCursor: EventId | null;
}

/** Reverses a change as a new one (contract §7). */
@Injectable()
export class ChangesService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly events: CausedEvents,
    private readonly imports: ImportCausesService,
    private readonly items: ItemUndoService,
    private readonly groups: GroupUndoService,
  ) {}

  undo(context: CallContext, input: UndoInput) {
    return this.transactions.run(context, async (tx) => {
      const { own, events, nextCursor } = await this.pageOf(tx, input);
      await this.items.lock(tx, [...own, ...events]);
      const returned = await this.groups.returnDeleted(tx, own);
      const outcome = await this.items.undo(tx, events);
      const changedGroups = returned + (await this.groups.deleteReturned(tx, own));
      const { undone = 0, skipped = [] } = outcome ?? {};
      const isPart = nextCursor !== null || input.cursor !== undefined;
      if (isPart || changedGroups > 0 || undone > 0 || skipped.length > 0)
        return { undone, skipped, nextCursor };
      const isHidden = outcome === null && events.some(({ itemId }) => itemId !== null);
      throw isHidden ? new ChangeNotFound() : new NotUndoable();
    });
  }

  /** The latest events that the caller may undo, and the same with an event for each item of a deleted group. */
  private async pageOf(tx: InTransaction<CallContext>, input: UndoInput): Promise<UndoPage> {
    const cause = input.requestId ?? input.executionId ?? (await this.imports.causeOf(tx, input.importId!));
    const { cursor = null } = input;
    const { own, hasEarlier } = await this.latest(tx, cause, cursor);
    if (own.length === 0 && cursor === null) throw new ChangeNotFound();
    const items = new Set<ItemId>();
    let start = own.length;
    const events: PastEvent[][] = [];
    for (const event of own.toReversed()) {
      const expanded = this.groups.withItems(event);
      for (const { itemId } of expanded) if (itemId !== null) items.add(itemId);
      const isFull =
        items.size > UNDONE_ITEMS_MAX || events.length === EVENTS_MAX || this.groups.hasTooManyItems(event);
      if (isFull) break;
      events.push(expanded);
      start -= 1;
    }
    if (events.length === 0 && own.length > 0) throw new TooMuchToUndo();
    const nextCursor = start > 0 || hasEarlier ? own[start]!.id : null;
    return { own: own.slice(start), events: events.toReversed().flat(), nextCursor };
  }

  /** The latest events before the cursor that the caller may undo, and whether the change has earlier ones. */
  private async latest(
    tx: InTransaction<CallContext>,
    cause: string,
    cursor: EventId | null,
  ): Promise<{ own: CausedEvent[]; hasEarlier: boolean }> {
    if (cursor !== null) {
      const event = await this.events.findOne(tx, cause, cursor);
      // One of another user is as unknown as one of another change.
      if (event === null || (await this.undoable(tx, [event])).length === 0) throw new UnknownCursor();
    }
    for (let before = cursor; ;) {
      const found = await this.events.find(tx, cause, EVENTS_MAX + 1, before);
      const own = await this.undoable(tx, found);
      const hasEarlier = found.length > EVENTS_MAX;
      if (own.length > 0 || !hasEarlier) return { own, hasEarlier };
      before = found[0]!.id;
    }
  }

  private undoable(tx: InTransaction<CallContext>, events: readonly CausedEvent[]): Promise<CausedEvent[]> {
    return this.seen(
      tx,
      events.filter((event) => undoChange.allows(tx.principal, event)),
    );
  }

  /**
   * Leaves out events on boards that the caller cannot see, before events are counted, so that neither the error nor its reason
   * reveals such a change. A token with limits can have access to fewer boards than its user.
   */
  private async seen(tx: InTransaction<CallContext>, events: readonly CausedEvent[]): Promise<CausedEvent[]> {
    const { principal } = tx;
    const isOrganizationSeen = undoWithoutBoard.allows(principal);
    const hidden = new Set<BoardId>();
    for (const id of new Set(events.flatMap(({ boardId }) => boardId ?? []))) {
      const board = await this.hierarchy.recentBoardFacts(tx, id);
      // Of a deleted board, the limits of a token are no longer known.
      const isSeen = board === null ? isOrganizationSeen : boardAccess(principal, board).canSee;
      if (!isSeen) hidden.add(id);
    }
    return events.filter(({ boardId }) => (boardId === null ? isOrganizationSeen : !hidden.has(boardId)));
  }
}
