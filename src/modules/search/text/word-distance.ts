/** Typing errors allowed in a word of this length: none in short ones, where each creates another word. */
export function slipsAllowed(word: string): number {
  const { length } = word;
  if (length < 4) return 0;
  return length < 7 ? 1 : 2;
}

/**
 * The number of typing errors (an extra, missing or wrong letter, or two swapped neighbors) between two words;
 * anything above `most` is returned as `most + 1`.
 */
export function wordDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let distance = Math.min(
        current[column - 1]! + 1,
        last[column]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
      );
      const isTraded = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (row > 1 && column > 1 && isTraded) distance = Math.min(distance, beforeLast[column - 2]! + 1);
      current.push(distance);
    }
    if (Math.min(...current) > most) return most + 1;
    beforeLast = last;
    last = current;
  }
  return Math.min(last[other.length]!, most + 1);
}
