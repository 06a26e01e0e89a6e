/** The first part of a text decides its place in an order (docs/columns.md, "Sort order"). */
const ORDERED_UNITS = 200;

type Token = { number: bigint } | { character: string };

/**
 * Compares texts as docs/columns.md describes the order: without case and accents, runs of digits by number, all else by
 * code point. Written with tokens on purpose: the service compares keys.
 */
export function compareTexts(a: string, b: string): number {
  const [one, other] = [tokensOf(a), tokensOf(b)];
  for (let at = 0; at < Math.min(one.length, other.length); at += 1) {
    const difference = compareTokens(one[at]!, other[at]!);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

function tokensOf(text: string): Token[] {
  const plain = text
    .slice(0, ORDERED_UNITS)
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');
  return (plain.match(/[0-9]+|[^0-9]/gu) ?? []).map((token) =>
    /^[0-9]/.test(token) ? { number: BigInt(token) } : { character: token },
  );
}

function compareTokens(a: Token, b: Token): number {
  if ('number' in a && 'number' in b) return Number(a.number > b.number) - Number(a.number < b.number);
  return firstCodePoint(a) - firstCodePoint(b);
}

/** All numbers sort at the place of the digits, between which there is no other character. */
function firstCodePoint(token: Token): number {
  return 'number' in token ? 48 : token.character.codePointAt(0)!;
}
