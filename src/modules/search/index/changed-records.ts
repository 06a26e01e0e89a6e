import { type BoardId, idPattern } from '../../../kernel/ids';
import type { Json } from '../../../kernel/json';
import type { EventOf } from '../../../platform/events/define-event';
import { boardsEvents } from '../../boards/boards.events';
import { isSearchable } from '../../columns';
import { commentsEvents } from '../../comments/comments.events';
import { columnsEvents } from '../../columns/columns.events';
import { valuesEvents } from '../../columns/values.events';
import { itemsEvents } from '../../items/items.events';
import { projectsEvents } from '../../projects/projects.events';

/** Events that can change the result of a search. */
export const SEARCHED_EVENTS = [
  itemsEvents.created,
  itemsEvents.updated,
  itemsEvents.moved,
  itemsEvents.trashed,
  itemsEvents.restored,
  itemsEvents.deleted,
  valuesEvents.changed,
  boardsEvents.created,
  boardsEvents.updated,
  boardsEvents.moved,
  boardsEvents.deleted,
  columnsEvents.deleted,
  projectsEvents.created,
  projectsEvents.updated,
  projectsEvents.deleted,
  commentsEvents.created,
  commentsEvents.updated,
  commentsEvents.deleted,
] as const;

export type SearchedEvent = EventOf<(typeof SEARCHED_EVENTS)[number]>;

export interface ChangedIds {
  items: string[];
  /** Items whose sub-items have changed with them, without events of their own. */
  parents: string[];
  boards: string[];
  projects: string[];
  comments: string[];
}

/** The records of one organization that events name, each once. */
export class ChangedRecords {
  private readonly items = new Set<string>();
  private readonly parents = new Set<string>();
  private readonly boards = new Set<string>();
  private readonly projects = new Set<string>();
  private readonly comments = new Set<string>();
  /** Boards on which all items can have changed without an event of their own. */
  readonly wholeBoards = new Set<BoardId>();

  get isEmpty(): boolean {
    return this.items.size + this.boards.size + this.projects.size + this.comments.size === 0;
  }

  ids(): ChangedIds {
    return {
      items: [...this.items],
      parents: [...this.parents],
      boards: [...this.boards],
      projects: [...this.projects],
      comments: [...this.comments],
    };
  }

  note(event: SearchedEvent): void {
    if (isOfComment(event)) {
      this.comments.add(event.data.commentId);
      if (commentsEvents.deleted.is(event)) for (const id of event.data.replyIds) this.comments.add(id);
    } else if (event.itemId !== null) {
      if (changesText(event)) this.items.add(event.itemId);
      if (changesSubItems(event)) this.parents.add(event.itemId);
    } else if (columnsEvents.deleted.is(event)) {
      // The texts of the column are deleted with it.
      if (isSearchable(event.data.column.type)) this.wholeBoards.add(event.boardId);
    } else if (event.boardId !== null) {
      this.boards.add(event.boardId);
      // A duplicated board is created with its items; a moved board takes them to another workspace.
      if (boardsEvents.created.is(event) || boardsEvents.moved.is(event)) this.wholeBoards.add(event.boardId);
    } else {
      this.projects.add(event.data.project.id);
    }
  }
}

type CommentEvent = EventOf<
  typeof commentsEvents.created | typeof commentsEvents.updated | typeof commentsEvents.deleted
>;

function isOfComment(event: SearchedEvent): event is CommentEvent {
  return event.type.startsWith('comment.');
}

function changesText(event: Exclude<SearchedEvent, CommentEvent>): boolean {
  if (valuesEvents.changed.is(event)) return [event.data.value, event.data.previousValue].some(mayBeText);
  // A move within a board changes no searchable text.
  return !itemsEvents.moved.is(event) || event.data.previousBoardId !== undefined;
}

function changesSubItems(event: Exclude<SearchedEvent, CommentEvent>): boolean {
  if (itemsEvents.moved.is(event)) return event.data.previousBoardId !== undefined;
  return itemsEvents.trashed.is(event) || itemsEvents.restored.is(event);
}

const LABEL_ID = idPattern('label');

/** Most values are choices, numbers and the like. */
const mayBeText = (value: Json): boolean => typeof value === 'string' && !LABEL_ID.test(value);
