import { ID_PREFIXES, type IdNoun } from '../../src/kernel/ids';

const ID = /^([a-z]+)_[0-9A-Z]{26}$/;

/** A place of an input that holds an id, as a value or as a key. */
export interface IdPlace {
  path: (string | number)[];
  isKey: boolean;
  id: string;
}

/** Every such place of an input. */
export function idPlaces(input: unknown, path: (string | number)[] = []): IdPlace[] {
  if (typeof input === 'string') return ID.test(input) ? [{ path, isKey: false, id: input }] : [];
  if (typeof input !== 'object' || input === null) return [];
  return Object.entries(input).flatMap(([key, inner]) => [
    ...(ID.test(key) ? [{ path: [...path, key], isKey: true, id: key }] : []),
    ...idPlaces(inner, [...path, key]),
  ]);
}

/** A copy of the input with another id there. */
export function withId(input: unknown, { path, isKey }: IdPlace, id: string): object {
  const copy = structuredClone(input) as Record<string, unknown>;
  let at = copy;
  for (const step of path.slice(0, -1)) at = at[step] as Record<string, unknown>;
  const last = path.at(-1)!;
  if (isKey) {
    at[id] = at[last];
    delete at[last];
  } else {
    at[last] = id;
  }
  return copy;
}

export const nounOf = (id: string): IdNoun =>
  (Object.keys(ID_PREFIXES) as IdNoun[]).find((noun) => ID_PREFIXES[noun] === ID.exec(id)![1])!;
