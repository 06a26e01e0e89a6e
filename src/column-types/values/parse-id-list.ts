import { type IdNoun, idPattern } from '../../kernel/ids';
import { InvalidValue } from '../column-type';

/** The maximum number of ids in a cell. */
export const MAX_REFERENCES = 1_000;

/** Parses ids of one noun: an array or a single id. Repeated ids count once; no ids means empty. */
export function idListParser(of: IdNoun, idOf: (entry: unknown) => unknown = (entry) => entry) {
  const pattern = idPattern(of);
  return (input: unknown): string[] | null => {
    const entries = Array.isArray(input) ? input : [input];
    if (entries.length > MAX_REFERENCES) throw new InvalidValue(`Must be at most ${MAX_REFERENCES} ids`);
    const ids = new Set<string>();
    for (const entry of entries) {
      const id = idOf(entry);
      if (typeof id !== 'string' || !pattern.test(id))
        throw new InvalidValue(`Must be an array of ${of} ids`);
      ids.add(id);
    }
    return ids.size === 0 ? null : [...ids];
  };
}

/** Ids of one noun as a cell stores them: a list that is not empty. */
export function parseIdList(of: IdNoun, stored: unknown): string[] {
  if (!Array.isArray(stored) || stored.length === 0) throw new InvalidValue(`Must be an array of ${of} ids`);
  return idListParser(of)(stored)!;
}
