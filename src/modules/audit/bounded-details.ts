import type { Json } from '../../kernel/json';

/** What texts and lists are cut to: the first that makes a part short enough. */
const CUTS = [
  { text: 500, list: 50 },
  { text: 120, list: 50 },
  { text: 40, list: 25 },
  { text: 20, list: 10 },
] as const;
const FIELDS_MAX = 50;
const FIELD_NAME_MAX = 100;
const DEPTH_MAX = 5;
/** Characters of a part of the details: what was asked for cannot crowd out what it changed. */
const PART_MAX = 4_000;
const CUT = '…';

type Cut = (typeof CUTS)[number];

/** A text that PostgreSQL takes, of at most `max` characters; null for none. */
export function boundedText(text: string | null | undefined, max: number): string | null {
  if (text === null || text === undefined) return null;
  const clean = text.replaceAll('\u0000', '').toWellFormed();
  return clean.length <= max ? clean : `${clean.slice(0, max - 1).toWellFormed()}${CUT}`;
}

/** Details of an entry, each part cut to a size that it may have; what is far too long keeps the names of its fields. */
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
