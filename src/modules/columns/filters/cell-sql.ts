import type { ColumnFacts } from '../../hierarchy';
import { instantLiteral } from './instant-literal';
import type { NumberPlace } from './number-filter';
import { type AddParameter, indexedIn } from './predicate';
import type { TextPlace } from './text-filter';
import type { TimePlace } from './time-filter';

/** Where a column's values stand, in an item and in the index of values. */

export const textOf = (column: ColumnFacts) => (add: AddParameter) =>
  `(item.values ->> ${add(column.id)}::text)`;
export const jsonOf = (column: ColumnFacts) => (add: AddParameter) =>
  `(item.values -> ${add(column.id)}::text)`;

export function textPlace(column: ColumnFacts): TextPlace {
  return {
    text: (add) => `lower(${textOf(column)(add)})`,
    keyBetween: (from, to) =>
      indexedIn(
        column.id,
        (add) => `lane = any ($2) and text_key >= ${add(from)}::text and text_key <= ${add(to)}::text`,
      ),
  };
}

export function numberPlace(column: ColumnFacts): NumberPlace {
  return {
    number: (add) => `${textOf(column)(add)}::double precision`,
    keyed: (condition) =>
      indexedIn(column.id, (add) => `lane = any ($2) and ${condition('number_key', add)}`),
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
      indexedIn(
        column.id,
        (add) =>
          `lane = any ($2) and number_key >= ${add(from)}::double precision and number_key <= ${add(to)}::double precision`,
      ),
  };
}

/** A list of texts as one. */
export const listText = (column: ColumnFacts) => (add: AddParameter) =>
  `case when jsonb_typeof(${jsonOf(column)(add)}) = 'array' then (
     select string_agg(entry, ', ') from jsonb_array_elements_text(${jsonOf(column)(add)}) entry) end`;

const BLOCK_ENDS = '{/p,/div,/li,/h1,/h2,/h3,/h4,/h5,/h6,/tr,/pre,/blockquote,/td,/th}';

/**
 * The text of sanitized rich text, as richTextToPlain reads it, but that blocks end in a blank. Cut at each tag: regular
 * expressions take three times as long.
 */
export function withoutMarkup(html: string): string {
  const text = `(select string_agg(case
      when starts_with(part, 'br') or (starts_with(part, '/') and split_part(part, '>', 1) = any ('${BLOCK_ENDS}'))
      then ' ' || substr(part, strpos(part, '>') + 1)
      else substr(part, strpos(part, '>') + 1) end, '')
    from string_to_table('>' || ${html}, '<') as parts (part))`;
  return `replace(replace(replace(replace(btrim(${text}), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&')`;
}
