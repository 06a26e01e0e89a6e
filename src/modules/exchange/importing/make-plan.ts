import { setImmediate as nextTurn } from 'node:timers/promises';
import { InvalidInput } from '../../../kernel/app-error';
import { type CellFormat } from '../../../column-types/cells/cell-format';
import { COLUMN_TYPE_NAMES, type ColumnTypeName } from '../../../column-types/column-type';
import {
  configOf,
  type FileColumn,
  formatOf,
  guessType,
  type GuessContext,
} from '../../../column-types/cells/guess-type';
import { isReadable } from '../../columns';
import type { BoardFacts } from '../../hierarchy';
import type { ColumnMapping } from '../imports.schemas';
import type { ImportPlan, PlannedColumn, Target } from './import-plan';

/** Common headers of the fields that every item has, the most specific first. */
const NAME_HEADERS = ['item name', 'name', 'title', 'item', 'summary', 'subject', 'task name', 'task'];
const DESCRIPTION_HEADERS = ['description', 'details', 'body'];
const GROUP_HEADERS = ['group', 'group name', 'section'];
const KEY_HEADERS = ['item id', 'id', 'key', 'number', 'no', 'nr', '#', 'ref'];
/** The fields that an export writes besides the columns, which an import sets again. */
const OWN_HEADERS = new Set(['item id', 'created at', 'updated at']);
/** An export names parents; a board without sub-items has none to name. */
const PARENT_HEADER = 'parent';

const COLUMN_NAME_MAX = 100;

export interface PlanOptions {
  mapping: readonly ColumnMapping[];
  dateOrder?: CellFormat['dateOrder'] | undefined;
}

/** The target of each column of a file: the caller's mapping, and the best guess for the rest. */
export async function makePlan(
  columns: readonly FileColumn[],
  board: BoardFacts | null,
  { mapping, dateOrder }: PlanOptions,
  context: GuessContext,
): Promise<ImportPlan> {
  const targets: (Target | undefined)[] = mapped(columns, mapping, context);
  const wanted = (header: string) => columns.findIndex((column) => plain(column.header) === header);
  const claim = (to: 'name' | 'description' | 'group', headers: readonly string[]) => {
    if (targets.some((target) => target?.to === to)) return;
    const at = headers.map(wanted).find((found) => found !== -1 && targets[found] === undefined);
    if (at !== undefined) targets[at] = { to };
  };
  claim('name', NAME_HEADERS);
  claim('description', DESCRIPTION_HEADERS);
  claim('group', GROUP_HEADERS);
  if (board !== null) matchColumns(columns, targets, board);
  nameSomething(columns, targets);
  const plan: ImportPlan = { headers: [], targets: [], formats: [], keyIndex: keyIndexOf(columns) };
  for (const [at, column] of columns.entries()) {
    plan.headers.push(column.header);
    plan.targets.push(targets[at] ?? guessed(column, context));
    plan.formats.push({ ...formatOf(column), ...(dateOrder ? { dateOrder } : {}) });
    // A column can contain 100,000 different texts; the event loop runs between two columns.
    await nextTurn();
  }
  return plan;
}

/** The column that a mapping names; -1 if there is none. */
export function columnNamed(headers: readonly string[], header: string): number {
  const exact = headers.indexOf(header);
  return exact === -1 ? headers.findIndex((each) => plain(each) === plain(header)) : exact;
}

/** The columns that can name the groups of rows, by their headers and the caller's mapping. */
export function possibleGroups(headers: readonly string[], mapping: readonly ColumnMapping[]): number[] {
  const mapped = new Set(mapping.filter(({ to }) => to === 'group').map(({ header }) => plain(header)));
  const isGroup = (header: string) => mapped.has(header) || GROUP_HEADERS.includes(header);
  return [...headers.keys()].filter((at) => isGroup(plain(headers[at]!)));
}

/** The column that other rows use to refer to a row, chosen by its header. */
export function keyIndexOf(columns: readonly FileColumn[]): number | null {
  return firstOf(columns, KEY_HEADERS);
}

/** The column with the items' names, chosen by its header. */
export function nameIndexOf(columns: readonly FileColumn[]): number | null {
  return firstOf(columns, NAME_HEADERS);
}

function firstOf(columns: readonly FileColumn[], headers: readonly string[]): number | null {
  const found = headers.map((header) => columns.findIndex((column) => plain(column.header) === header));
  return found.find((at) => at !== -1) ?? null;
}

function mapped(
  columns: readonly FileColumn[],
  mapping: readonly ColumnMapping[],
  context: GuessContext,
): (Target | undefined)[] {
  const targets: (Target | undefined)[] = columns.map(() => undefined);
  const taken = new Set<string>();
  const headers = columns.map(({ header }) => header);
  for (const [index, { header, to, columnId, newColumn }] of mapping.entries()) {
    const path = `mapping.${index}`;
    const at = columnNamed(headers, header);
    if (at === -1) throw InvalidInput.at(`${path}.header`, 'The file has no such column');
    if (targets[at] !== undefined) throw InvalidInput.at(`${path}.header`, 'Must be mapped only once');
    const once = columnId ?? (to === 'skip' ? undefined : to);
    if (once !== undefined && taken.has(once))
      throw InvalidInput.at(path, 'Two columns are mapped to the same target');
    if (once !== undefined) taken.add(once);
    if (to !== undefined) targets[at] = { to };
    else if (columnId !== undefined) targets[at] = { to: 'column', columnId };
    else
      targets[at] = {
        to: 'newColumn',
        column: chosen(columns[at]!, newColumn!, `${path}.newColumn`, context),
      };
  }
  return targets;
}

/** A column that the caller describes, as far as they do. */
function chosen(
  column: FileColumn,
  { name, type, config }: NonNullable<ColumnMapping['newColumn']>,
  path: string,
  context: GuessContext,
): PlannedColumn {
  const known = COLUMN_TYPE_NAMES.find((each) => each === type);
  if (type !== undefined && known === undefined)
    throw InvalidInput.at(`${path}.type`, 'Must be one of the column types');
  const named = { name: name ?? columnName(column.header) };
  if (known === undefined) return { ...named, ...guessType(column, context), ...(config ? { config } : {}) };
  if (config === undefined && column.guess !== undefined && takesWords(known))
    throw InvalidInput.at(`${path}.config`, `The column has too many different texts; list its words`);
  return { ...named, type: known, config: config ?? configOf(known, column.texts) };
}

/** A column of the board with the same name takes the cells of a file's column. */
function matchColumns(
  columns: readonly FileColumn[],
  targets: (Target | undefined)[],
  board: BoardFacts,
): void {
  const taken = new Set(targets.flatMap((target) => (target?.to === 'column' ? [target.columnId] : [])));
  for (const [at, { header }] of columns.entries()) {
    if (targets[at] !== undefined) continue;
    const match = board.columns.find(({ id, name }) => !taken.has(id) && plain(name) === plain(header));
    if (!match) continue;
    taken.add(match.id);
    targets[at] = isReadable(match.type) ? { to: 'column', columnId: match.id } : { to: 'skip' };
  }
}

/** Items need names: without a matching header, the first column whose texts are the most distinct. */
function nameSomething(columns: readonly FileColumn[], targets: (Target | undefined)[]): void {
  if (targets.some((target) => target?.to === 'name')) return;
  const free = columns.map((column, at) => ({ column, at })).filter(({ at }) => targets[at] === undefined);
  const distinct = ({ guess, texts }: FileColumn) => (guess === undefined ? texts.size : Infinity);
  const [best] = free.toSorted(
    (a, b) =>
      Number(distinct(b.column) > distinct(a.column)) - Number(distinct(a.column) > distinct(b.column)) ||
      a.at - b.at,
  );
  if (!best) throw InvalidInput.at('mapping', 'One column must be mapped to the item name');
  targets[best.at] = { to: 'name' };
}

function guessed(column: FileColumn, context: GuessContext): Target {
  const isOwn = OWN_HEADERS.has(plain(column.header));
  const isEmptyParent = column.filled === 0 && plain(column.header) === PARENT_HEADER;
  if (isOwn || isEmptyParent) return { to: 'skip' };
  return { to: 'newColumn', column: { name: columnName(column.header), ...guessType(column, context) } };
}

/** Whether a config lists the words of the cells. */
function takesWords(type: ColumnTypeName): boolean {
  return Object.keys(configOf(type, new Set(['word']))).length > 0;
}

function columnName(header: string): string {
  return header.slice(0, COLUMN_NAME_MAX).toWellFormed().trim();
}

/** Normalizes a header for comparison: `Due_Date` is "due date". */
function plain(header: string): string {
  return header
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
}
