export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const LINES_SEEN = 50;
const CHARACTERS_SEEN = 100_000;

/** The delimiter that occurs equally often in most lines; a comma if there is none. */
export function guessDelimiter(text: string): Delimiter {
  const counted = countByLine(text.slice(0, CHARACTERS_SEEN));
  let best: Delimiter = ',';
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    const counts = counted.map((line) => line[delimiter]);
    const first = counts[0] ?? 0;
    const agreeing = counts.filter((count) => count === first).length;
    const score = first === 0 ? 0 : (agreeing / counts.length) * 1_000 + Math.min(first, 999) / 1_000;
    if (score > bestScore) [best, bestScore] = [delimiter, score];
  }
  return best;
}

/** The number of occurrences of each delimiter in each of the first lines, outside of quotes. */
function countByLine(text: string): Record<Delimiter, number>[] {
  const lines: Record<Delimiter, number>[] = [];
  const fresh = () => ({ ',': 0, ';': 0, '\t': 0, '|': 0 });
  let line = fresh();
  let isQuoted = false;
  let isEmpty = true;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === '\n') {
      if (!isEmpty) lines.push(line);
      if (lines.length === LINES_SEEN) return lines;
      line = fresh();
      isEmpty = true;
    } else {
      if (character in line) line[character as Delimiter] += 1;
      isEmpty &&= character === '\r';
    }
  }
  // The last line of a sample can be cut off, so it is ignored.
  if (!isEmpty && (lines.length === 0 || text.length < CHARACTERS_SEEN)) lines.push(line);
  return lines;
}
