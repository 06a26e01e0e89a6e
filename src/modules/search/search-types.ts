import { ID_PREFIXES } from '../../kernel/ids';

/** Types of records that search returns. */
export const SEARCH_TYPES = ['item', 'board', 'project', 'comment'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

/** A type in the index: its first letter. */
export type TypeCode = 'i' | 'b' | 'p' | 'c';

export function typeCode(type: SearchType): TypeCode {
  return type[0] as TypeCode;
}

const TYPES = new Map(SEARCH_TYPES.map((type) => [typeCode(type), type]));

export function typeOf(code: TypeCode): SearchType {
  return TYPES.get(code)!;
}

/** What identifies a record in the index. */
export interface IndexedRecord {
  type: TypeCode;
  /** Its id without the prefix: it begins with the time of creation, whatever the type. */
  place: string;
}

export function idOf({ type, place }: IndexedRecord): string {
  return `${ID_PREFIXES[typeOf(type)]}_${place}`;
}

const CODES = new Map<string, TypeCode>(SEARCH_TYPES.map((type) => [ID_PREFIXES[type], typeCode(type)]));

/** The reverse; the id must be one of a type that search returns. */
export function indexedRecord(id: string): IndexedRecord {
  const [prefix, place] = id.split('_') as [string, string];
  return { type: CODES.get(prefix)!, place };
}
