import type { Json } from '../../kernel/json';

/** The lengths to which texts and lists are cut; the first that is short enough is used. */
const CUTS = [
  { text: 500, list: 50 },
  { text: 120, list: 50 },
  { text: 40, list: 25 },
  { text: 20, list: 10 },
] as const;
const FIELDS_MAX = 50;
const FIELD_NAME_MAX = 100;
const DEPTH_MAX = 5;
/** The maximum characters of each part, so that a long input cannot displace the change. */
const PART_MAX = 4_000;
const CUT = '…';

type Cut = (typeof CUTS)[number];

/** A text that PostgreSQL can store, of at most `max` characters; null for no text. */
export function boundedText(text: string | null | undefined, max: number): string | null {
  if (text === null || text === undefined) return null;
  const clean = text.replaceAll('\u0000', '').toWellFormed();
  return clean.length <= max ? clean : `${clean.slice(0, max - 1).toWellFormed()}${CUT}`;
}

/**
 * The details of an entry with each part cut to its maximum; a part that is far too long is reduced to its field names.
 */
export function boundedDetails(details: { readonly [key: string]: Json }): { [key: string]: Json } {
  return Object.fromEntries(Object.entries(details).map(([key, part]) => [key, boundedPart(part)]));
}

function boundedPart(part: Json): Json {
  let cut = part;
  for (const to of CUTS) {
    cut = bounded(part, to, 0);
    if (JSON.stringify(cut).length <= PART_MAX) return cut;
  }
  return Object.keys(cut as object);
}

function bounded(value: Json, to: Cut, depth: number): Json {
  if (typeof value === 'string') return boundedText(value, to.text)!;
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEPTH_MAX) return CUT;
  if (Array.isArray(value)) {
    const kept = value.slice(0, to.list).map((each) => bounded(each, to, depth + 1));
    return value.length > to.list ? [...kept, CUT] : kept;
  }
  const entries = Object.entries(value).slice(0, FIELDS_MAX);
  return Object.fromEntries(
    entries.map(([key, each]) => [boundedText(key, FIELD_NAME_MAX)!, bounded(each, to, depth + 1)]),
  );
}
