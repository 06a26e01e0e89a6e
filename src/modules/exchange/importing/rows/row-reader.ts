import { hasMoreCharacters } from '../../../../kernel/character-count';
import type { ItemId } from '../../../../kernel/ids';
import { type CellContext } from '../../../../column-types/cells/cell-layouts';
import { plainToRichText } from '../../../../column-types/cells/plain-to-rich-text';
import { type StoredValue } from '../../../../column-types/column-type';
import { type CellReader, cellReader, namesItems, type ReadingCaller, valueLeftOut } from '../../../columns';
import type { ColumnFacts } from '../../../hierarchy';
import type { FileRow } from '../../reading/file-table';
import type { ImportProblem } from '../../imports.schemas';
import { cellOf, indexOf, type ImportPlan } from '../import-plan';
import type { NoteUnresolved } from './unresolved-references';

const ITEM_NAME_MAX = 500;
const DESCRIPTION_MAX = 100_000;
const GROUP_NAME_MAX = 100;
/** Reasons quote the input, which can be long. */
const REASON_MAX = 300;

/** The part of a column that reading needs; for a future column, its future id. */
export interface ReadingColumn extends Pick<
  ColumnFacts,
  'name' | 'type' | 'config' | 'required' | 'defaultValue'
> {
  id: string;
}

export interface ReadingBoard {
  columns: readonly ReadingColumn[];
  /** For each column of the file the board's column that its cells go to. */
  columnOf(index: number): ReadingColumn | undefined;
}

/** A row of a file as an item; `group` is the name of its group, empty if it has none. */
export interface ReadRow {
  name: string;
  /** Undefined if the file has no descriptions. */
  description: string | null | undefined;
  group: string;
  /** Of a new item. */
  values: Record<string, StoredValue>;
  /** Of an item that exists: the cells of all columns of the file; null clears. */
  changes: Record<string, { input: unknown; stored: StoredValue | null }>;
}

export type Reject = (problem: ImportProblem) => void;

/** Takes what is wrong with rows. */
export interface RowReports {
  reject: Reject;
  note: NoteUnresolved;
}

export interface ReadingContext {
  memberOf(text: string): string | undefined;
  /** The item to which a cell links; the column is an index in the file. */
  linkedItem(index: number, text: string): string | null | undefined;
  fileOf: CellContext['fileOf'];
  /** The items of other rows that the cell of a column names, for the row with this index, and what names none. */
  referencedItems(index: number, row: number): { ids: ItemId[]; missing: readonly string[] };
  caller: ReadingCaller;
}

interface ColumnReader {
  header: string;
  index: number;
  column: ReadingColumn;
  read: CellReader;
}

/** Reads rows with a plan, for a board. Pure except for the current row. */
export class RowReader {
  private readonly nameIndex: number;
  private readonly descriptionIndex: number;
  private readonly groupIndex: number;
  private readonly readers: ColumnReader[];
  private readonly leftOut: { column: ReadingColumn; value: StoredValue }[];
  private readonly unreadRequired: ReadingColumn[];
  private row = 0;
  private missing: readonly string[] = [];

  constructor(
    private readonly plan: ImportPlan,
    board: ReadingBoard,
    private readonly context: ReadingContext,
  ) {
    this.nameIndex = indexOf(plan, 'name');
    this.descriptionIndex = indexOf(plan, 'description');
    this.groupIndex = indexOf(plan, 'group');
    this.readers = plan.headers.flatMap((header, index) => {
      const column = board.columnOf(index);
      if (column === undefined) return [];
      const context = this.cellContext(index, plan);
      const read = cellReader(column, context, this.context.caller, {
        path: `mapping.${header}`,
        reportsUnresolved: plan.unresolved === 'report',
      });
      return [{ header, index, column, read: namesItems(column.type) ? read : remembered(read) }];
    });
    const read = new Set(this.readers.map(({ column }) => column.id));
    const unread = board.columns.filter(({ id }) => !read.has(id));
    this.leftOut = unread.flatMap((column) => {
      const value = valueLeftOut(column);
      return value === null ? [] : [{ column, value }];
    });
    this.unreadRequired = unread.filter((column) => column.required && valueLeftOut(column) === null);
  }

  /** The item of a row with its index; problems of the row are reported to `reject`, and the result is then unusable. */
  read({ line, cells }: FileRow, row: number, { reject, note }: RowReports, isUpdate = false): ReadRow {
    this.row = row;
    const report = (column: string | null, reason: string) =>
      reject({ line, column, reason: reason.slice(0, REASON_MAX) });
    const cellAt = (index: number) => (index === -1 ? '' : cells[index]!);

    const name = cellAt(this.nameIndex);
    if (name.trim() === '') report(this.plan.headers[this.nameIndex]!, 'The item has no name');
    if (hasMoreCharacters(name, ITEM_NAME_MAX))
      report(this.plan.headers[this.nameIndex]!, `A name has at most ${ITEM_NAME_MAX} characters`);
    const description =
      cellAt(this.descriptionIndex).trim() === '' ? null : plainToRichText(cells[this.descriptionIndex]!);
    if (hasMoreCharacters(description ?? '', DESCRIPTION_MAX))
      report(
        this.plan.headers[this.descriptionIndex]!,
        `A description has at most ${DESCRIPTION_MAX} characters`,
      );
    const group = cellAt(this.groupIndex);
    if (hasMoreCharacters(group, GROUP_NAME_MAX))
      report(this.plan.headers[this.groupIndex]!, `A group's name has at most ${GROUP_NAME_MAX} characters`);

    const values: ReadRow['values'] = {};
    const changes: ReadRow['changes'] = {};
    if (!isUpdate) {
      for (const { column, value } of this.leftOut) values[column.id] = value;
      for (const { name: missing } of this.unreadRequired) report(null, `${missing} is required`);
    }
    for (const { header, index, column, read } of this.readers) {
      this.missing = [];
      const answer = read(cellOf(this.plan, index, cells[index]!));
      if ('rejection' in answer) {
        report(header, answer.rejection);
        continue;
      }
      const { input, stored, unresolved } = answer;
      if (stored === null && column.required) report(header, `${column.name} is required`);
      for (const { kind, text } of unresolved) note({ row: line, column: header, value: text, kind });
      for (const text of this.missing) {
        if (this.plan.unresolved === 'reject') report(header, `"${text}" is not one row of the file`);
        else note({ row: line, column: header, value: text, kind: 'item' });
      }
      // A part of a list would replace what the item has.
      const isWhole = unresolved.length === 0 && this.missing.length === 0;
      if (isUpdate && isWhole) changes[column.id] = { input, stored };
      if (isUpdate) continue;
      if (stored !== null) values[column.id] = stored;
    }
    return {
      name,
      description: this.descriptionIndex === -1 ? undefined : description,
      group,
      values,
      changes,
    };
  }

  private cellContext(index: number, plan: ImportPlan): CellContext {
    return {
      format: plan.formats[index]!,
      memberOf: this.context.memberOf,
      linkedItem: (text) => this.context.linkedItem(index, text),
      fileOf: this.context.fileOf,
      referencedItems: () => {
        const { ids, missing } = this.context.referencedItems(index, this.row);
        this.missing = missing;
        return ids;
      },
    };
  }
}

/** Distinct short texts of a column whose values are remembered: most columns repeat few texts. */
const MAX_REMEMBERED = 1_000;
const REMEMBERED_MAX_CHARACTERS = 100;

function remembered(read: CellReader): CellReader {
  const known = new Map<string, ReturnType<CellReader>>();
  return (text) => {
    if (text.length > REMEMBERED_MAX_CHARACTERS) return read(text);
    let value = known.get(text);
    if (value === undefined) {
      value = read(text);
      if (known.size < MAX_REMEMBERED) known.set(text, value);
    }
    return value;
  };
}
