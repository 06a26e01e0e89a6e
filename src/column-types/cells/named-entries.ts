import { splitList } from './list-text';

/** Above this number of pieces between two separators, a cell is split at every separator. */
const MAX_PIECES = 100;
/** The maximum number of pieces in a name, which is seven commas. */
const MAX_NAME_PIECES = 8;

/**
 * The entries of a cell that lists names. Names can contain commas and semicolons: the longest known names are used.
 */
export function namedEntries(text: string, isKnown: (entry: string) => boolean): string[] {
  const whole = text.trim();
  if (isKnown(whole)) return [whole];
  const split = splitList(text);
  if (split.every(isKnown)) return split;
  return longestNames(piecesOf(text), isKnown) ?? split;
}

/** Parts of the cell that could be names with commas or semicolons. */
export function dividedNames(text: string): string[] {
  const pieces = piecesOf(text);
  const names: string[] = [];
  for (let start = 0; start < pieces.length; start += 2) {
    const last = Math.min(pieces.length, endAfter(start, MAX_NAME_PIECES));
    for (let end = endAfter(start, 2); end <= last; end += 2) names.push(nameOf(pieces, start, end));
  }
  return names;
}

/** Pieces and the separators between them, alternating; empty if there are too many. */
function piecesOf(text: string): string[] {
  const pieces = text.split(/([,;\n])/);
  return pieces.length > 2 * MAX_PIECES ? [] : pieces;
}

/** The longest known names from left to right; null if a part is unknown. */
function longestNames(pieces: readonly string[], isKnown: (entry: string) => boolean): string[] | null {
  const names: string[] = [];
  let start = 0;
  while (start < pieces.length) {
    const isEmpty = pieces[start]!.trim() === '';
    const end = isEmpty ? endAfter(start, 1) : longestName(pieces, start, isKnown);
    if (end === null) return null;
    if (!isEmpty) names.push(nameOf(pieces, start, end));
    start = end + 1;
  }
  return names.length === 0 ? null : names;
}

/** The end of the longest known name that starts here. */
function longestName(
  pieces: readonly string[],
  start: number,
  isKnown: (entry: string) => boolean,
): number | null {
  let end = Math.min(pieces.length, endAfter(start, MAX_NAME_PIECES));
  while (end > start && !isKnown(nameOf(pieces, start, end))) end -= 2;
  return end > start ? end : null;
}

function endAfter(start: number, count: number): number {
  return start + 2 * count - 1;
}

function nameOf(pieces: readonly string[], start: number, end: number): string {
  return pieces.slice(start, end).join('').trim();
}
