import { Injectable } from '@nestjs/common';
import type { BoardId, ItemId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { CommittedEvent } from '../../platform/events/committed-event';
import { EventCatalogue } from '../../platform/events/event-catalogue';
import { automationsEvents } from '../automations/automations.events';
import { boardsEvents } from '../boards/boards.events';
import { commentsEvents } from '../comments/comments.events';
import { formsEvents, submissionsEvents } from '../forms/forms.events';
import { type BoardFacts, VisiblePlacesService } from '../hierarchy';
import { itemsEvents } from '../items/items.events';
import { seeBoardDeletions, seeFormsAndAutomations, seeOrganizationEvents } from './events.policy';

const HIDDEN_FROM_GUESTS = new Set(
  [
    ...Object.values(automationsEvents),
    ...Object.values(formsEvents),
    ...Object.values(submissionsEvents),
  ].map(nameOf),
);

/** Deletions on a board: they contain only ids, so it does not matter where the item is now. */
const ONLY_IDS = new Set([itemsEvents.removed, itemsEvents.deleted, commentsEvents.deleted].map(nameOf));

/** Items that were read for another purpose, so that their boards are known. */
export interface ReadItems {
  /** Also those that do not exist. */
  readonly asked: ReadonlySet<ItemId>;
  readonly found: ReadonlyMap<ItemId, { readonly id: ItemId; readonly boardId: BoardId }>;
}

const NOTHING_READ: ReadItems = { asked: new Set(), found: new Map() };

/** What a caller sees of the places that events are about. */
interface View {
  /** Of the items, and of those that have moved: the boards before. */
  readonly boards: ReadonlyMap<BoardId, BoardFacts>;
  /** Items that exist, on a board that the caller does not see. */
  readonly hiddenItems: ReadonlySet<ItemId>;
}

/** Which events a caller may see now. */
@Injectable()
export class VisibleEventsService {
  constructor(
    private readonly catalogue: EventCatalogue,
    private readonly places: VisiblePlacesService,
  ) {}

  /** Public events of the caller's organization, in their order, without the ids that the caller may not see. */
  async visibleTo(
    context: CallContext,
    events: readonly CommittedEvent[],
    read = NOTHING_READ,
  ): Promise<CommittedEvent[]> {
    const possible = await this.onVisibleBoards(context, events);
    const view = await this.view(context, possible, read);
    return possible
      .filter((event) => !isOfHiddenItem(event, view))
      .map((event) => withoutHiddenPlace(event, view));
  }

  /** The events that `visibleTo` returns if their items are not on hidden boards by now. Reads no items. */
  async onVisibleBoards(context: CallContext, events: readonly CommittedEvent[]): Promise<CommittedEvent[]> {
    const { principal } = context;
    const shown = events.filter((event) => this.catalogue.get(event.type)?.publicData);
    const boards = await this.places.boards(
      context,
      shown.flatMap(({ boardId }) => boardId ?? []),
    );
    const deletedBoards = await this.deletedBoards(context, shown);
    return shown.filter((event) => {
      const { type, boardId } = event;
      if (boardId === null) return seeOrganizationEvents.allows(principal);
      if (boardsEvents.deleted.is(event)) return deletedBoards.has(boardId);
      if (!boards.has(boardId)) return false;
      return !HIDDEN_FROM_GUESTS.has(type) || seeFormsAndAutomations.allows(principal);
    });
  }

  private async view(
    context: CallContext,
    events: readonly CommittedEvent[],
    read: ReadItems,
  ): Promise<View> {
    const others = events.flatMap(({ itemId, type }) =>
      itemId === null || ONLY_IDS.has(type) || read.asked.has(itemId) ? [] : itemId,
    );
    const items = [...read.found.values(), ...(await this.places.existingItems(context, others)).values()];
    const boards = await this.places.boards(context, [
      ...events.flatMap((event) => previousBoardOf(event) ?? []),
      ...items.map(({ boardId }) => boardId),
    ]);
    const hiddenItems = new Set<ItemId>();
    for (const { id, boardId } of items) if (!boards.has(boardId)) hiddenItems.add(id);
    return { boards, hiddenItems };
  }

  /** The deleted boards in projects that the caller sees. */
  private async deletedBoards(
    context: CallContext,
    events: readonly CommittedEvent[],
  ): Promise<Set<BoardId>> {
    const deletions = events.filter((event) => boardsEvents.deleted.is(event));
    if (seeOrganizationEvents.allows(context.principal))
      return new Set(deletions.map(({ boardId }) => boardId));
    if (!seeBoardDeletions.allows(context.principal)) return new Set();
    const projects = await this.places.projects(
      context,
      deletions.map(({ data }) => data.board.projectId),
    );
    const seen = deletions.filter(({ data }) => projects.has(data.board.projectId));
    return new Set(seen.map(({ boardId }) => boardId));
  }
}

function isOfHiddenItem({ type, itemId }: CommittedEvent, { hiddenItems }: View): boolean {
  return itemId !== null && !ONLY_IDS.has(type) && hiddenItems.has(itemId);
}

function previousBoardOf(event: CommittedEvent): BoardId | undefined {
  return itemsEvents.moved.is(event) ? event.data.previousBoardId : undefined;
}

/** The board that an item left, and its group there, are shown to those who see that board. */
function withoutHiddenPlace(event: CommittedEvent, { boards }: View): CommittedEvent {
  const previousBoardId = previousBoardOf(event);
  if (previousBoardId === undefined || boards.has(previousBoardId)) return event;
  const { previousBoardId: _board, previousGroupId: _group, ...data } = event.data as Record<string, unknown>;
  return { ...event, data };
}

function nameOf({ name }: { name: string }): string {
  return name;
}
