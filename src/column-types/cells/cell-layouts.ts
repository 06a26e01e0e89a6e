import { fileEntries } from './file-text';
import { splitList } from './list-text';
import { namedEntries } from './named-entries';
import type { CellFormat } from './cell-format';
import { readDate } from './date-text';
import { readFlag } from './boolean-text';
import { readNumber } from './number-text';
import { plainToRichText } from './plain-to-rich-text';
import { type ColumnTypeName, type FileRecord, InvalidValue, type Label } from '../column-type';
import { quoted } from '../values/quoted';

/** What parsing a cell can depend on besides its text. */
export interface CellContext {
  format: CellFormat;
  /** The member with this e-mail address or name; undefined if there is none or several have the name. */
  memberOf(text: string): string | undefined;
  /** Ids of the items that the cell refers to; unresolved references are omitted. */
  referencedItems(text: string): string[];
  /** The item of another board with this id or name; null if several have the name, undefined if none has. */
  linkedItem(text: string): string | null | undefined;
  /** The file, if the caller can see it. */
  fileOf(id: string): FileRecord | undefined;
  /** Takes what leads to no record; without it, such a cell is invalid. */
  leaveOut?: (reference: UnresolvedReference) => void;
}

/** A part of a cell that leads to no person or item, or to several. */
export interface UnresolvedReference {
  kind: 'person' | 'item';
  text: string;
}

/** Converts a cell's text to an input for the type's parseValue. Throws InvalidValue. */
type CellForm = (text: string, context: CellContext, labels: readonly Label[]) => unknown;

export const asWritten: CellForm = (text) => text;
const trimmed: CellForm = (text) => text.trim();
const asNumber: CellForm = (text, { format }) => readNumber(text, format);
const asDate: CellForm = (text, { format }) => readDate(text, format);

const SPAN = /^(.+?)(?:\s+(?:-|–|—|to)\s+|\s*\/\s*(?=\d{4}-))(.+)$/;
const asSpan: CellForm = (text, { format }) => {
  const [, start, end] = SPAN.exec(text.trim()) ?? [];
  if (start === undefined || end === undefined) throw new InvalidValue(`${quoted(text)} is not two dates`);
  return { start: readDate(start, format), end: readDate(end, format) };
};

const CLOCK = /^(\d{1,8}):([0-5]\d)(?::([0-5]\d))?$/;
const asDuration: CellForm = (text, { format }) => {
  const [, hours, minutes, seconds = '0'] = CLOCK.exec(text.trim()) ?? [];
  if (hours === undefined) return { seconds: readNumber(text, format) };
  return { seconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) };
};

const asMembers: CellForm = (text, { memberOf, leaveOut }) =>
  namedEntries(text, (entry) => memberOf(entry) !== undefined).flatMap((entry) => {
    const member = memberOf(entry);
    if (member !== undefined) return [member];
    return notFound(
      { kind: 'person', text: entry },
      `${quoted(entry)} is neither the e-mail address nor the name of a member`,
      leaveOut,
    );
  });

function notFound(
  reference: UnresolvedReference,
  reason: string,
  leaveOut: CellContext['leaveOut'],
): never[] {
  if (leaveOut === undefined) throw new InvalidValue(reason);
  leaveOut(reference);
  return [];
}

/** In lower case, cached by the labels of a config, because a file has many cells. */
const labelNames = new WeakMap<readonly Label[], ReadonlySet<string>>();

const asLabels: CellForm = (text, _context, labels) => {
  let names = labelNames.get(labels);
  if (!names) labelNames.set(labels, (names = new Set(labels.map(({ name }) => name.toLowerCase()))));
  const known = names;
  return namedEntries(text, (entry) => known.has(entry.toLowerCase()));
};

/** Names can contain commas and semicolons: the longest names that match items are used. */
const asLinks: CellForm = (text, { linkedItem, leaveOut }) => {
  const whole = linkedItem(text);
  if (whole) return [whole];
  const linked = text.split(';').flatMap((part) => {
    const found = linkedItem(part);
    const entries = found ? [part] : splitList(part);
    return entries.flatMap((entry) => {
      const id = linkedItem(entry);
      if (id) return [id];
      const reason =
        id === null
          ? `Several items are named ${quoted(entry)}; use the id`
          : `${quoted(entry)} is not an item that this column can link to`;
      return notFound({ kind: 'item', text: entry }, reason, leaveOut);
    });
  });
  return [...new Set(linked)];
};

const asFiles: CellForm = (text, { fileOf }) =>
  fileEntries(text).map((entry) => {
    if (entry.id === null || fileOf(entry.id) === undefined)
      throw new InvalidValue(
        `${quoted(entry.text)} is neither the URL nor the id of a file that you can see`,
      );
    return entry.id;
  });

/** How cells of files are parsed, by type; null if the type cannot be imported. */
export const cellForms: Readonly<Record<ColumnTypeName, CellForm | null>> = {
  text: asWritten,
  long_text: plainToRichText,
  number: asNumber,
  currency: asNumber,
  percentage: asNumber,
  rating: asNumber,
  progress: asNumber,
  date: asDate,
  date_range: asSpan,
  timeline: asSpan,
  time_tracking: asDuration,
  status: trimmed,
  label: asLabels,
  dropdown: trimmed,
  checkbox: readFlag,
  priority: trimmed,
  people: asMembers,
  link: asLinks,
  dependency: (text, { referencedItems }) => referencedItems(text),
  formula: null,
  lookup: null,
  auto_number: null,
  created_date: null,
  last_updated: null,
  file: asFiles,
  email: trimmed,
  phone: trimmed,
  url: trimmed,
  color: trimmed,
};

/** Whether cells of the type are dates, whose day and month can be in two orders. */
export function readsDates(type: ColumnTypeName): boolean {
  return cellForms[type] === asDate || cellForms[type] === asSpan;
}
