import type { BoardId, ColumnId, UserId } from '../../../kernel/ids';

/** The values that a change writes on all items of a board. */
export type ColumnChangeKind =
  /** A new auto-number column numbers the items, from `first` on. */
  | { kind: 'numberItems'; details: { first: number } }
  /** A new column gets the values of the column `from`, with labels replaced according to `labelIds`. */
  | { kind: 'copyValues'; details: { from: ColumnId; labelIds: Record<string, string> } }
  /** The label `to` replaces `labelIds`, which the config keeps until no item has them. */
  | { kind: 'replaceLabels'; details: { labelIds: string[]; to: string } };

/** A change that has begun and not ended. */
export type ColumnChange = ColumnChangeKind & {
  boardId: BoardId;
  columnId: ColumnId;
  actorId: UserId | null;
  /** The id of the last item, for copied values; the next number, for numbers; empty at the beginning. */
  after: string;
  /** Null until the items are counted, which only a copy of values leaves to the job. */
  total: number | null;
};
