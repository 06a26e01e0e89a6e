import { type BoardId, idPattern } from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import { isSearchable } from '../columns';

/** Events after which something else is found, or found no more. */
export const SEARCHED_EVENTS: readonly string[] = [
  'item.created',
  'item.updated',
  'item.moved',
  'item.trashed',
  'item.restored',
  'item.deleted',
  'value.changed',
  'board.created',
  'board.updated',
  'board.deleted',
  'column.deleted',
  'project.created',
  'project.updated',
  'project.deleted',
];

/** Sub-items go with their parent, without events of their own. */
const WITH_SUB_ITEMS: ReadonlySet<string> = new Set(['item.trashed', 'item.restored']);

/** What is read of an event. */
export interface ReadEvent {
  type: string;
  boardId: BoardId | null;
  itemId: string | null;
  data: { readonly [key: string]: Json };
}

export interface ChangedIds {
  items: string[];
  /** Items whose sub-items have changed with them, without events of their own. */
  parents: string[];
  boards: string[];
  projects: string[];
}

/** The records of one organization that events tell of, each once. */
export class ChangedRecords {
  private readonly items = new Set<string>();
  private readonly parents = new Set<string>();
  private readonly boards = new Set<string>();
  private readonly projects = new Set<string>();
  /** Boards all of whose items may have changed without an event of their own. */
  readonly wholeBoards = new Set<BoardId>();

  get isEmpty(): boolean {
    return this.items.size + this.boards.size + this.projects.size === 0;
  }

  ids(): ChangedIds {
    return {
      items: [...this.items],
      parents: [...this.parents],
      boards: [...this.boards],
      projects: [...this.projects],
    };
  }

  note({ type, boardId, itemId, data }: ReadEvent): void {
    if (itemId !== null) {
      if (concernsSearch(type, data)) this.items.add(itemId);
      if (WITH_SUB_ITEMS.has(type) || isToOtherBoard(type, data)) this.parents.add(itemId);
    } else if (boardId !== null) {
      if (type.startsWith('board.')) this.boards.add(boardId);
      // A copied board comes with its items; a column takes its texts with it.
      if (type === 'board.created' || (type === 'column.deleted' && isTextColumn(data))) {
        this.wholeBoards.add(boardId);
      }
    } else {
      const id = idOf(data['project']);
      if (id !== null) this.projects.add(id);
    }
  }
}

function concernsSearch(type: string, data: ReadEvent['data']): boolean {
  if (type === 'value.changed') return [data['value'], data['previousValue']].some(mayBeWritten);
  // Within a board nothing changes that is searched.
  return type !== 'item.moved' || isToOtherBoard(type, data);
}

const isToOtherBoard = (type: string, data: ReadEvent['data']): boolean =>
  type === 'item.moved' && data['previousBoardId'] !== undefined;

const LABEL_ID = idPattern('label');

/** Most changes of values are choices, numbers and the like. */
const mayBeWritten = (value: Json | undefined): boolean => typeof value === 'string' && !LABEL_ID.test(value);

function isTextColumn({ column }: ReadEvent['data']): boolean {
  const type = isRecord(column) ? column['type'] : null;
  return typeof type === 'string' && isSearchable(type);
}

function idOf(record: Json | undefined): string | null {
  const id = isRecord(record) ? record['id'] : null;
  return typeof id === 'string' ? id : null;
}

function isRecord(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
