import type { Json } from '../../kernel/json';

const STRING_MAX = 500;
const LIST_MAX = 50;
const DEPTH_MAX = 5;
const WHOLE_MAX = 8_000;
const CUT = '…';

/** A text that PostgreSQL takes, of at most `max` characters; null for none. */
export function boundedText(text: string | null | undefined, max: number): string | null {
  if (text === null || text === undefined) return null;
  const clean = text.replaceAll('\u0000', '').toWellFormed();
  return clean.length <= max ? clean : `${clean.slice(0, max - 1).toWellFormed()}${CUT}`;
}

/** Details of an entry, cut to a size that an entry may have; what is far too long keeps the names of its fields. */
export function boundedDetails(details: { readonly [key: string]: Json }): { [key: string]: Json } {
  const cut = bounded(details, 0) as { [key: string]: Json };
  if (JSON.stringify(cut).length <= WHOLE_MAX) return cut;
  return Object.fromEntries(Object.entries(cut).map(([key, value]) => [key, shortened(value)]));
}

function shortened(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  return Object.keys(value).slice(0, LIST_MAX);
}

function bounded(value: Json, depth: number): Json {
  if (typeof value === 'string') return boundedText(value, STRING_MAX)!;
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEPTH_MAX) return CUT;
  if (Array.isArray(value)) {
    const kept = value.slice(0, LIST_MAX).map((each) => bounded(each, depth + 1));
    return value.length > LIST_MAX ? [...kept, CUT] : kept;
  }
  const entries = Object.entries(value).slice(0, LIST_MAX);
  return Object.fromEntries(entries.map(([key, each]) => [boundedText(key, 100)!, bounded(each, depth + 1)]));
}
