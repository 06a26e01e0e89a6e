import { setImmediate as nextTurn } from 'node:timers/promises';
import { InvalidInput } from '../../../../kernel/app-error';
import { readsDates } from '../../../../column-types/cells/cell-layouts';
import { configOf } from '../../../../column-types/cells/choice-config';
import { type CellFormat } from '../../../../column-types/cells/cell-format';
import { COLUMN_TYPE_NAMES, type ColumnTypeName } from '../../../../column-types/column-type';
import {
  type FileColumn,
  formatOf,
  guessType,
  type GuessContext,
  textType,
} from '../../../../column-types/cells/guess-type';
import { isReadable } from '../../../columns';
import type { BoardFacts } from '../../../hierarchy';
import type { ColumnMapping } from '../../imports.schemas';
import type { DerivedColumn, Preset, Source } from '../../presets/preset';
import { presetOf } from '../../presets/presets';
import { plainHeader as plain } from '../../reading/plain-header';
import { columnNamed } from './column-named';
import { dateOrders } from './date-orders';
import { hinted } from './hinted-column';
import { type ImportPlan, type PlannedColumn, type Target, typeOf } from '../import-plan';
import { updateIndexOf } from './update-column';

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
  source: Source;
  updateBy?: string | undefined;
  unresolved?: 'report' | 'reject' | undefined;
}

export interface PlanContext extends GuessContext {
  /** The order of day and month in the organization's date format; null if it has none. */
  organizationDateOrder(): Promise<CellFormat['dateOrder'] | null>;
}

/** The target of each column of a file: the caller's mapping, the product's meaning, and the best guess for the rest. */
export async function makePlan(
  columns: readonly FileColumn[],
  board: BoardFacts | null,
  options: PlanOptions,
  context: PlanContext,
  derived: readonly DerivedColumn[] = [],
): Promise<ImportPlan> {
  const { mapping, source, updateBy } = options;
  const preset = presetOf(source);
  const targets: (Target | undefined)[] = mapped(columns, mapping, context);
  claimFields(columns, targets, preset);
  if (preset !== null) skipMeaningless(columns, targets, preset);
  if (board !== null) matchColumns(columns, targets, board, preset);
  nameSomething(columns, targets);
  const rewrites: ImportPlan['rewrites'] & unknown[] = [];
  const planned: Target[] = [];
  for (const [at, column] of columns.entries()) {
    const hint = hintOf(column, preset);
    const target = targets[at] ?? guessed(column, context, preset, derived);
    planned.push(target);
    const type = typeOf({ targets: planned }, board, at);
    rewrites.push(hint?.rewrite !== undefined && hint.type === type ? hint.rewrite : null);
    // A column can contain 100,000 different texts; the event loop runs between two columns.
    await nextTurn();
  }
  if (preset !== null) nameApart(planned, board);
  const headers = columns.map(({ header }) => header);
  const keys = preset === null ? null : indexesOf(columns, preset.keys);
  return {
    headers,
    targets: planned,
    ...(await formatsOf(columns, planned, { board, options, context })),
    keyIndex: keyIndexOf(columns),
    source,
    ...(keys === null ? {} : { keyIndexes: keys }),
    ...(rewrites.some((name) => name !== null) ? { rewrites } : {}),
    ...(derived.length > 0 ? { derived } : {}),
    ...(updateBy === undefined ? {} : { updateBy: updateIndexOf(headers, planned, board, updateBy) }),
    unresolved: options.unresolved ?? (preset === null ? undefined : 'report'),
  };
}

/** The fields of an item, as the product or common headers name them. */
function claimFields(
  columns: readonly FileColumn[],
  targets: (Target | undefined)[],
  preset: Preset | null,
): void {
  const wanted = (header: string) => columns.findIndex((column) => plain(column.header) === header);
  const claim = (to: 'name' | 'description' | 'group', headers: readonly string[]) => {
    if (targets.some((target) => target?.to === to)) return;
    const at = headers.map(wanted).find((found) => found !== -1 && targets[found] === undefined);
    if (at !== undefined) targets[at] = { to };
  };
  claim('name', preset === null ? NAME_HEADERS : [...preset.name, ...NAME_HEADERS]);
  claim('description', preset?.description ?? DESCRIPTION_HEADERS);
  claim('group', preset?.group ?? GROUP_HEADERS);
  if (preset === null || targets.some((target) => target?.to === 'parent')) return;
  for (const at of indexesOf(columns, preset.parent)) targets[at] ??= { to: 'parent' };
}

function skipMeaningless(
  columns: readonly FileColumn[],
  targets: (Target | undefined)[],
  preset: Preset,
): void {
  const isFilled = (header: string) =>
    columns.some((column) => plain(column.header) === header && column.filled > 0);
  for (const [at, { header }] of columns.entries())
    if (preset.isSkipped(plain(header), isFilled)) targets[at] ??= { to: 'skip' };
}

/** The formats of the cells, with the order of day and month in columns of dates. */
async function formatsOf(
  columns: readonly FileColumn[],
  targets: readonly Target[],
  { board, options, context }: { board: BoardFacts | null; options: PlanOptions; context: PlanContext },
): Promise<Pick<ImportPlan, 'formats' | 'dates'>> {
  const dated = columns.filter((_, at) => {
    const type = typeOf({ targets: [...targets] }, board, at);
    return type !== null && readsDates(type);
  });
  const { orders, dates } = await dateOrders(dated, {
    given: options.dateOrder,
    organizations: () => context.organizationDateOrder(),
    isStrict: options.source !== 'csv',
  });
  const formats = columns.map((column) => {
    const dateOrder = orders.get(column) ?? options.dateOrder;
    return { ...formatOf(column), ...(dateOrder ? { dateOrder } : {}) };
  });
  return { formats, ...(dates === null ? {} : { dates }) };
}

/** Two headers of a product can become columns of the same name, which are hard to distinguish. */
function nameApart(targets: readonly Target[], board: BoardFacts | null): void {
  const taken = new Set(board?.columns.map(({ name }) => plain(name)));
  for (const target of targets) {
    if (target.to !== 'newColumn') continue;
    const { name } = target.column;
    for (let number = 2; taken.has(plain(target.column.name)); number += 1)
      target.column.name = `${name.slice(0, COLUMN_NAME_MAX - 5)} ${number}`;
    taken.add(plain(target.column.name));
  }
}

function indexesOf(columns: readonly FileColumn[], headers: readonly string[]): number[] {
  return headers
    .map((header) => columns.findIndex((column) => plain(column.header) === header))
    .filter((at) => at !== -1);
}

function hintOf({ header, texts }: FileColumn, preset: Preset | null) {
  return preset?.hint(plain(header), texts) ?? null;
}

/** The name of the board's column for a header. */
function nameFor(column: FileColumn, preset: Preset | null): string {
  return hintOf(column, preset)?.name ?? preset?.nameOf(column.header) ?? column.header;
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
  preset: Preset | null,
): void {
  const taken = new Set(targets.flatMap((target) => (target?.to === 'column' ? [target.columnId] : [])));
  for (const [at, column] of columns.entries()) {
    if (targets[at] !== undefined) continue;
    const wanted = plain(nameFor(column, preset));
    const match = board.columns.find(({ id, name }) => !taken.has(id) && plain(name) === wanted);
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

function guessed(
  column: FileColumn,
  context: GuessContext,
  preset: Preset | null,
  derived: readonly DerivedColumn[],
): Target {
  const header = plain(column.header);
  const name = columnName(nameFor(column, preset));
  if (preset === null) {
    const isEmptyParent = column.filled === 0 && header === PARENT_HEADER;
    if (OWN_HEADERS.has(header) || isEmptyParent) return { to: 'skip' };
    return { to: 'newColumn', column: { name, ...guessType(column, context) } };
  }
  if (column.filled === 0 && !preset.keepsEmpty) return { to: 'skip' };
  const isCopy = derived.some((each) => each.how === 'copy' && each.header === column.header);
  if (isCopy) return { to: 'newColumn', column: { name, ...textType(column.texts) } };
  const found = hinted(column, hintOf(column, preset)) ?? guessType(column, context);
  return { to: 'newColumn', column: { name, ...found } };
}

/** Whether a config lists the words of the cells. */
function takesWords(type: ColumnTypeName): boolean {
  return Object.keys(configOf(type, new Set(['word']))).length > 0;
}

function columnName(header: string): string {
  return header.slice(0, COLUMN_NAME_MAX).toWellFormed().trim();
}
