// Characters are counted by code point, so that an emoji is never split.

const SURROGATE = /[\uD800-\uDFFF]/;

export function lengthOf(text: string): number {
  return SURROGATE.test(text) ? Array.from(text).length : text.length;
}

/** The characters from `start` up to `end`, counted from 0. */
export function slice(text: string, start: number, end: number): string {
  return SURROGATE.test(text) ? Array.from(text).slice(start, end).join('') : text.slice(start, end);
}

/** Lower case with the same length: İ, which would become two characters, is kept. */
export function foldCase(text: string): string {
  const folded = text.toLowerCase();
  if (folded.length === text.length) return folded;
  return Array.from(text, (character) => {
    const lower = character.toLowerCase();
    return lower.length === character.length ? lower : character;
  }).join('');
}
