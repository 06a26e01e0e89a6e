import { JsonText, stringText } from '../../kernel/json';
import {
  ALL_CELLS,
  type CellSelection,
  compileBoardFailures,
  compileBoardValues,
  type FailuresPresenter,
  type ItemTimes,
  type ValuesPresenter,
} from '../columns';
import type { BoardFacts } from '../hierarchy';
import type { IncludedRecords } from './included/included-records.service';
import type { ItemRecord } from './item.record';

/** Presents a board's items: their values, and the errors of computed columns. */
interface CellsPresenter {
  values: ValuesPresenter;
  failures: FailuresPresenter;
}

/** One compiled presenter per state of a board; it is released with the board's facts. */
const compiled = new WeakMap<BoardFacts, CellsPresenter>();

function cellsPresenter(board: BoardFacts): CellsPresenter {
  let presenter = compiled.get(board);
  if (!presenter) {
    presenter = { values: compileBoardValues(board), failures: compileBoardFailures(board) };
    compiled.set(board, presenter);
  }
  return presenter;
}

/** Selections of columns that lists request repeatedly; beyond these, a presenter is compiled for the call. */
const MAX_SELECTIONS = 50;
const selections = new WeakMap<BoardFacts, Map<string, CellsPresenter>>();

function selectionPresenter(board: BoardFacts, selection: CellSelection): CellsPresenter {
  if (selection === ALL_CELLS) return cellsPresenter(board);
  const key = `${selection.isCompact} ${selection.columnIds === null ? 'all' : [...selection.columnIds].join()}`;
  const known = selections.get(board) ?? new Map<string, CellsPresenter>();
  selections.set(board, known);
  let presenter = known.get(key);
  if (!presenter) {
    presenter = {
      values: compileBoardValues(board, selection),
      failures: compileBoardFailures(board, selection),
    };
    if (known.size < MAX_SELECTIONS) known.set(key, presenter);
  }
  return presenter;
}

/** `values`, and `errors` if there are any. */
function cells(item: ItemTimes & { values: string }, { values, failures }: CellsPresenter): string {
  const shown = `"values":${values(item.values, item)}`;
  const errors = failures(item.values);
  return errors === null ? shown : `${shown},"errors":${errors}`;
}

/** The members of an item in lists, as JSON text: ids and timestamps contain nothing that needs escaping. */
function listed(item: ItemRecord, presenter: CellsPresenter, isCompact = false): string {
  const boardId = isCompact ? '' : `"boardId":"${item.boardId}",`;
  const parentId = item.parentId === null ? 'null' : `"${item.parentId}"`;
  return (
    `"id":"${item.id}","name":${stringText(item.name)},${boardId}"groupId":"${item.groupId}",` +
    `"parentId":${parentId},"position":${item.position},"createdBy":"${item.createdBy}",` +
    `"createdAt":"${item.createdAt}","updatedAt":"${item.updatedAt}",${cells(item, presenter)}`
  );
}

/** The members of an item for other lists, without the braces. */
export function listedMembers(board: BoardFacts, item: ItemRecord): string {
  return listed(item, cellsPresenter(board));
}

function whole(item: ItemRecord, presenter: CellsPresenter): string {
  const description = item.description === null ? 'null' : stringText(item.description);
  return `${listed(item, presenter)},"description":${description}`;
}

/** One item with its description. */
export function presentItem(board: BoardFacts, item: ItemRecord): JsonText {
  return new JsonText(`{${whole(item, cellsPresenter(board))}}`);
}

/** `items` of a bulk result, each presented with its own board. */
export function presentItems(
  items: readonly ItemRecord[],
  boardOf: (item: ItemRecord) => BoardFacts,
): JsonText {
  const texts = items.map((item) => `{${whole(item, cellsPresenter(boardOf(item)))}}`);
  return new JsonText(`{"items":[${texts.join(',')}]}`);
}

/** What a page of items.list shows of its items. */
export interface ShownPage {
  items: readonly ItemRecord[];
  nextCursor: string | null;
  selection: CellSelection;
  /** By the id of their parent; null if the list shows none. */
  subItems: ReadonlyMap<string, readonly ItemRecord[]> | null;
  included: IncludedRecords | null;
}

/** A page of items.list. */
export function presentPage(
  board: BoardFacts,
  { items, nextCursor, selection, subItems, included }: ShownPage,
): JsonText {
  const presenter = selectionPresenter(board, selection);
  const { isCompact } = selection;
  const subItemsOf = ({ id }: ItemRecord) =>
    subItems === null
      ? ''
      : `,"subItems":[${(subItems.get(id) ?? []).map((sub) => `{${listed(sub, presenter, isCompact)}}`).join(',')}]`;
  let text = '';
  for (const item of items)
    text += `${text === '' ? '' : ','}{${listed(item, presenter, isCompact)}${subItemsOf(item)}}`;
  return new JsonText(`{"items":[${text}],"nextCursor":${JSON.stringify(nextCursor)}${membersOf(included)}}`);
}

function membersOf(included: IncludedRecords | null): string {
  return included === null ? '' : `,"included":${JSON.stringify(included)}`;
}

export interface SubItemRecord {
  id: string;
  name: string;
  values: string;
  createdAt: string;
  updatedAt: string;
}

/** items.get: the item with its sub-items and counts. */
export function presentItemWithParts(
  board: BoardFacts,
  item: ItemRecord,
  {
    subItems,
    commentCount,
    fileCount,
    included,
  }: { subItems: SubItemRecord[]; commentCount: number; fileCount: number; included: IncludedRecords | null },
): JsonText {
  const presenter = cellsPresenter(board);
  const parts = subItems.map(
    (sub) => `{"id":"${sub.id}","name":${stringText(sub.name)},${cells(sub, presenter)}}`,
  );
  return new JsonText(
    `{${whole(item, presenter)},"subItems":[${parts.join(',')}],"commentCount":${commentCount},"fileCount":${fileCount}${membersOf(included)}}`,
  );
}
