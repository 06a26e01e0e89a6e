import type { BoardId, ColumnId, ItemId, UserId } from '../../../kernel/ids';

/** Two items with the same value. */
export type ItemPair = readonly [ItemId, ItemId];

/** What a change writes on all items of a board. */
export type ColumnChangeKind =
  /** A new auto-number column numbers the items, from `first` on. */
  | { kind: 'numberItems'; details: { first: number } }
  /** A new column gets the values of the column `from`, with labels replaced according to `labelIds`. */
  | { kind: 'copyValues'; details: { from: ColumnId; labelIds: Record<string, string> } }
  /** The label `to` replaces `labelIds`, which the config keeps until no item has them. */
  | { kind: 'replaceLabels'; details: { labelIds: string[]; to: string } }
  /** Items get the keys of a column that becomes unique; the second item of each pair has none. */
  | { kind: 'addUniqueKeys'; details: { pairs: ItemPair[] } }
  /** Items lose the keys of a column that is not unique. With pairs, it could not become unique. */
  | { kind: 'removeUniqueKeys'; details: { pairs: ItemPair[] } };

/** A change that has begun and not ended. */
export type ColumnChange = ColumnChangeKind & {
  boardId: BoardId;
  columnId: ColumnId;
  actorId: UserId | null;
  /** The id of the last item, for copied values and keys; the next number, for numbers; empty at the beginning. */
  after: string;
  /** Null until the items are counted, which copies of values and keys leave to the job. */
  total: number | null;
};

export type ChangeOf<Kind extends ColumnChange['kind']> = Extract<ColumnChange, { kind: Kind }>;

/** The part of a change that one transaction has made. */
export interface ChangedBatch {
  items: number;
  /** See ColumnChange. */
  after: string;
  isLast: boolean;
}
