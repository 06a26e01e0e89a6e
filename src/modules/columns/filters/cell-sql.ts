import { foldCaseSql } from '../../../kernel/fold-case';
import type { ColumnType } from '../../../column-types/column-type';
import type { FormulaType } from '../../../column-types/formula';
import type { ColumnFacts } from '../../hierarchy';
import { instantLiteral } from './operators/instant-literal';
import type { NumberPlace } from './operators/number-filter';
import { type AddParameter, indexedIn } from './predicate';
import type { TextPlace } from './operators/text-filter';
import type { TimePlace } from './operators/time-filter';

/** SQL expressions of a column's values, in an item and in the index of values. */

export const textOf = (column: ColumnFacts) => (add: AddParameter) =>
  `(item.values ->> ${add(column.id)}::text)`;
export const jsonOf = (column: ColumnFacts) => (add: AddParameter) =>
  `(item.values -> ${add(column.id)}::text)`;

export function textPlace(column: ColumnFacts): TextPlace {
  return {
    text: (add) => foldCaseSql(textOf(column)(add)),
    keyBetween: (from, to) =>
      indexedIn(
        column.key,
        (add) => `lane = any ($2) and text_key >= ${add(from)}::text and text_key <= ${add(to)}::text`,
      ),
    keyAmong: (keys) =>
      indexedIn(column.key, (add) => `lane = any ($2) and text_key = any (${add(keys)}::text[])`),
  };
}

export function numberPlace(column: ColumnFacts): NumberPlace {
  return {
    number: (add) => `${textOf(column)(add)}::double precision`,
    keyed: (condition) =>
      indexedIn(column.key, (add) => `lane = any ($2) and ${condition('number_key', add)}`),
  };
}

/** Stored instants have a fixed width, so they compare as bytes. */
export const instantText = (ms: number, add: AddParameter) => `${add(instantLiteral(ms))}::text collate "C"`;

export const isMidnight = (time: string) => `right(${time}, 14) = 'T00:00:00.000Z'`;

export function timePlace(column: ColumnFacts): TimePlace {
  return {
    first: textOf(column),
    last: textOf(column),
    literal: instantText,
    keyBetween: (from, to) =>
      indexedIn(column.key, (add) => `lane = any ($2) and ${keysBetween(from, to)(add)}`),
  };
}

/** Of the index of values; both bounds are inclusive. */
export const keysBetween = (from: number, to: number) => (add: AddParameter) =>
  `number_key >= ${add(from)}::double precision and number_key <= ${add(to)}::double precision`;

/**
 * The JSON form of results of a type. A failed cell contains its reason, an object without a label, for every
 * type.
 */
const RESULTS: Record<FormulaType, (type: string, text: () => string, label: () => string) => string> = {
  number: (type) => `${type} = 'number'`,
  flag: (type) => `${type} = 'boolean'`,
  instant: (type, text) => `${type} = 'string' and ${text()} like '____-__-__T__:__:__.___Z'`,
  text: (type, _text, label) => `(${type} = 'string' or ${label()} is not null)`,
  list: (type) => `${type} = 'array'`,
  any: (type, _text, label) => `(${type} <> 'object' or ${label()} is not null)`,
};

/**
 * Whether a cell contains a result of the column's current type: a cell that is still to be computed counts as
 * empty.
 */
export const hasResult = (column: ColumnFacts, type: ColumnType) => (add: AddParameter) => {
  const holds = RESULTS[type.formulaType(column.config)];
  const json = jsonOf(column);
  const label = () => `${json(add)} ->> 'label'`;
  const condition = holds(`jsonb_typeof(${json(add)})`, () => textOf(column)(add), label);
  return `coalesce(${condition}, false)`;
};

/** The entries of a list as one text; labels and files by their names, as resultText reads them. */
export const listText = (column: ColumnFacts) => (add: AddParameter) =>
  `case when jsonb_typeof(${jsonOf(column)(add)}) = 'array' then (
     select string_agg(coalesce(entry ->> 'label', entry ->> 'name', entry #>> '{}'), ', ')
     from jsonb_array_elements(${jsonOf(column)(add)}) entry) end`;

/** A result that is a text or one label, by its name. */
export const resultText = (column: ColumnFacts) => (add: AddParameter) =>
  `coalesce(${jsonOf(column)(add)} ->> 'label', ${textOf(column)(add)})`;

const LINE_ENDS = '{/p,/div,/li,/h1,/h2,/h3,/h4,/h5,/h6,/tr,/pre,/blockquote}';
const CELL_ENDS = '{/td,/th}';
/** What JavaScript trims, as an SQL literal. */
const WHITE_SPACE = String.raw`E'\t\n\x0b\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'`;

/**
 * The text of sanitized rich text, equal to richTextToPlain. Splits at each tag: regular expressions take three
 * times as long.
 */
export function withoutMarkup(html: string): string {
  const text = `(select string_agg(case
      when starts_with(part, 'br') then E'\\n' || substr(part, strpos(part, '>') + 1)
      when starts_with(part, '/') then case
          when split_part(part, '>', 1) = any ('${LINE_ENDS}') then E'\\n'
          when split_part(part, '>', 1) = any ('${CELL_ENDS}') then E'\\t'
          else '' end || substr(part, strpos(part, '>') + 1)
      else substr(part, strpos(part, '>') + 1) end, '')
    from string_to_table('>' || ${html}, '<') as parts (part))`;
  return `replace(replace(replace(replace(btrim(${text}, ${WHITE_SPACE}), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&')`;
}
