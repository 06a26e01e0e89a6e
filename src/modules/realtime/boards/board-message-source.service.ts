import { Injectable } from '@nestjs/common';
import type { BoardId, EventId, ItemId } from '../../../kernel/ids';
import { JsonText } from '../../../kernel/json';
import type { CallContext } from '../../../access/principal';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { presentCell } from '../../columns';
import { valuesEvents } from '../../columns/values.events';
import { commentsEvents } from '../../comments/comments.events';
import { EventPresenterService, type PresentedEvent, VisibleEventsService } from '../../events';
import { type BoardFacts, type ItemFacts, VisiblePlacesService } from '../../hierarchy';
import { itemsEvents } from '../../items/items.events';
import { type BoardEvent, boardMessage, isShown, type ShownData, showsOnlyIds } from './board-messages';
import type { ServerMessage } from './server-message';

export interface BuiltMessage {
  readonly event: BoardEvent;
  readonly message: ServerMessage;
}

/** The messages of events, with the records that they show. */
@Injectable()
export class BoardMessageSourceService {
  constructor(
    private readonly presenter: EventPresenterService,
    private readonly visible: VisibleEventsService,
    private readonly places: VisiblePlacesService,
  ) {}

  /** For all who see the boards: events of one organization, each with its message. */
  async messages(context: TenantContext, events: readonly BoardEvent[]): Promise<BuiltMessage[]> {
    return this.present(context, events, events.filter(isShown));
  }

  /** For one user, long after the events: an item that was here then can be where the user does not see it now. */
  async messagesFor(context: CallContext, events: readonly BoardEvent[]): Promise<ServerMessage[]> {
    const shown = events.filter(isShown);
    const visible = await this.visible.visibleTo(
      context,
      shown.filter((event) => !showsOnlyIds(event)),
    );
    const ids = new Set(visible.map(({ id }) => id));
    // Positions add up only with the moves of items that are elsewhere now. Of the others the events themselves: those that
    // were returned lack the hidden board that an item has come from, which is not shown here.
    const presented = await this.present(
      context,
      events,
      shown.filter((event) => showsOnlyIds(event) || ids.has(event.id)),
    );
    return presented.map(({ message }) => message);
  }

  private async present(
    context: TenantContext,
    events: readonly BoardEvent[],
    shown: readonly BoardEvent[],
  ): Promise<BuiltMessage[]> {
    const data = new Map<EventId, ShownData | null>(
      shown.filter(showsOnlyIds).map(({ id }) => [id, {}] as const),
    );
    const places = await this.placesOf(context, shown.filter(dependsOnPlace));
    // Most changes: the item is not presented, which would read all of its values and its position.
    for (const event of shown.filter(isOfPart)) data.set(event.id, partOf(event, places));
    const whole = shown.filter(
      (event) => !data.has(event.id) && (!isCommentShown(event) || isInPlace(event, places)),
    );
    for (const each of await this.presenter.present(context, whole))
      data.set(each.event.id, withItem(each.data));
    return events.map((event) => ({ event, message: boardMessage(event, data.get(event.id) ?? null) }));
  }

  private async placesOf(context: TenantContext, events: readonly BoardEvent[]): Promise<Places> {
    const items = await this.places.existingItems(
      context,
      events.flatMap(({ itemId }) => itemId ?? []),
    );
    const boards = await this.places.existingBoards(
      context,
      [...items.values()].map(({ boardId }) => boardId),
    );
    return { items, boards };
  }
}

/** With the item as an object: a message shows it at the place of its event. */
function withItem(data: PresentedEvent['data']): ShownData | null {
  return data?.['item'] instanceof JsonText ? { ...data, item: data['item'].toJSON() as never } : data;
}

/** Where items are now. What a deleted board contained does not exist, although it is removed later. */
interface Places {
  readonly items: ReadonlyMap<ItemId, ItemFacts>;
  readonly boards: ReadonlyMap<BoardId, BoardFacts>;
}

function dependsOnPlace(event: BoardEvent): boolean {
  return isOfPart(event) || isCommentShown(event);
}

/** Comments are shown as they are now: not of an item that has moved, because not all who see the board see where it is. */
function isInPlace(event: BoardEvent, { items }: Places): boolean {
  return items.get(event.itemId!)?.boardId === event.boardId;
}

function isCommentShown(event: BoardEvent): boolean {
  return commentsEvents.created.is(event) || commentsEvents.updated.is(event);
}

/** A change of one part of an item, which the event contains. */
function isOfPart(event: BoardEvent): boolean {
  return itemsEvents.updated.is(event) || valuesEvents.changed.is(event);
}

/** Null once the item no longer exists; also for a value whose column does not, or whose item has moved to other columns. */
function partOf(event: BoardEvent, places: Places): ShownData | null {
  const item = places.items.get(event.itemId!);
  const board = item && places.boards.get(item.boardId);
  if (!board) return null;
  if (itemsEvents.updated.is(event)) return { changes: event.data.changes };
  if (!valuesEvents.changed.is(event) || board.id !== event.boardId) return null;
  const { columnId, value: stored } = event.data;
  const value = presentCell(board, columnId, stored);
  return value === undefined ? null : { columnId, value };
}
