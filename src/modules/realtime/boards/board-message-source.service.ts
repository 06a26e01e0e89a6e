import { Injectable } from '@nestjs/common';
import type { ItemId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { commentsEvents } from '../../comments/comments.events';
import { EventPresenterService, VisibleEventsService } from '../../events';
import { type ItemFacts, VisiblePlacesService } from '../../hierarchy';
import { type BoardEvent, boardMessage, isShown } from './board-messages';
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
    const visible = await this.visible.visibleTo(context, events.filter(isShown));
    const presented = await this.present(context, events, visible as BoardEvent[]);
    return presented.map(({ message }) => message);
  }

  private async present(
    context: TenantContext,
    events: readonly BoardEvent[],
    shown: readonly BoardEvent[],
  ): Promise<BuiltMessage[]> {
    const places = await this.placesOf(context, shown.filter(isComment));
    const presented = await this.presenter.present(
      context,
      shown.filter((event) => isInPlace(event, places)),
    );
    const data = new Map(presented.map((each) => [each.event.id, each.data]));
    return events.map((event) => ({ event, message: boardMessage(event, data.get(event.id) ?? null) }));
  }

  private placesOf(context: TenantContext, events: readonly BoardEvent[]): Promise<Places> {
    return this.places.existingItems(
      context,
      events.flatMap(({ itemId }) => itemId ?? []),
    );
  }
}

type Places = ReadonlyMap<ItemId, ItemFacts>;

/** Comments are shown as they are now: not of an item that has moved, because not all who see the board see where it is. */
function isInPlace(event: BoardEvent, places: Places): boolean {
  return !isComment(event) || places.get(event.itemId!)?.boardId === event.boardId;
}

function isComment(event: BoardEvent): boolean {
  return commentsEvents.created.is(event) || commentsEvents.updated.is(event);
}
