import type {
  BoardId,
  ColumnId,
  CommentId,
  FormId,
  GroupId,
  ItemId,
  SubmissionId,
} from '../../../kernel/ids';
import { type Json, JsonText } from '../../../kernel/json';
import { presentBoard, presentGroup } from '../../boards';
import { presentCell, presentColumn } from '../../columns';
import type { NamedForm } from '../../forms';
import type { BoardFacts } from '../../hierarchy';
import { type ItemRecord, presentItem } from '../../items';
import type { InvitationId } from './wanted-records';

export interface FoundRecords {
  readonly boards: ReadonlyMap<BoardId, BoardFacts>;
  readonly items: ReadonlyMap<ItemId, ItemRecord>;
  readonly comments: ReadonlyMap<CommentId, object>;
  readonly forms: ReadonlyMap<FormId, NamedForm>;
  readonly submissions: ReadonlyMap<SubmissionId, object>;
  readonly invitations: ReadonlyMap<InvitationId, object>;
}

/**
 * The records of a batch of events in the shape of the API, as they are now; only the ids of a record that no longer exists.
 * What a deleted board contained does not exist, although it is removed later.
 */
export class CurrentRecords {
  private readonly presentedItems = new Map<ItemId, JsonText>();

  constructor(private readonly found: FoundRecords) {}

  board(ids: { id: BoardId; projectId: string }): object {
    const board = this.found.boards.get(ids.id);
    return board ? presentBoard(board) : { id: ids.id, projectId: ids.projectId };
  }

  group(boardId: BoardId, id: GroupId): object {
    const group = this.found.boards.get(boardId)?.groupsById.get(id);
    return group ? presentGroup(group) : { id };
  }

  column(boardId: BoardId, id: ColumnId): object {
    const board = this.found.boards.get(boardId);
    const column = board?.columnsById.get(id);
    return board && column ? presentColumn(column, board.columns) : { id, boardId };
  }

  /** `boardId` is the board of the event; the item can be on another one now. */
  item(boardId: BoardId, id: ItemId): JsonText | { id: ItemId; boardId: BoardId } {
    const found = this.existingItem(boardId, id);
    if (found === null) return { id, boardId };
    let presented = this.presentedItems.get(id);
    if (presented === undefined) {
      presented = presentItem(found.board, found.item);
      this.presentedItems.set(id, presented);
    }
    return presented;
  }

  hasItem(boardId: BoardId, id: ItemId): boolean {
    return this.existingItem(boardId, id) !== null;
  }

  /** A stored value of a column of the event's board; undefined when the column no longer exists. */
  value(boardId: BoardId, columnId: ColumnId, stored: Json): JsonText | undefined {
    const board = this.found.boards.get(boardId);
    return board && presentCell(board, columnId, stored);
  }

  comment(boardId: BoardId, ids: { id: CommentId; itemId: ItemId }): object {
    return (this.found.boards.has(boardId) && this.found.comments.get(ids.id)) || ids;
  }

  form(boardId: BoardId, id: FormId): object {
    return (this.found.boards.has(boardId) && this.found.forms.get(id)) || { id };
  }

  submission(boardId: BoardId, ids: { id: SubmissionId; formId: FormId }): object {
    return (this.found.boards.has(boardId) && this.found.submissions.get(ids.id)) || ids;
  }

  invitation(id: InvitationId): object {
    return this.found.invitations.get(id) ?? { invitationId: id };
  }

  private existingItem(boardId: BoardId, id: ItemId): { item: ItemRecord; board: BoardFacts } | null {
    const item = this.found.items.get(id);
    const board = item && this.found.boards.get(item.boardId);
    return board && this.found.boards.has(boardId) ? { item, board } : null;
  }
}
