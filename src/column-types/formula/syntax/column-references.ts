import type { Token } from './tokens';

/** Replaces the column references of an expression. */
export function replaceReferences(
  source: string,
  tokens: readonly Token[],
  replacement: (reference: string, position: number) => string,
): string {
  const pieces: string[] = [];
  let copied = 0;
  for (const token of tokens) {
    if (token.kind !== 'column') continue;
    pieces.push(source.slice(copied, token.position), `{${replacement(token.name, token.position)}}`);
    copied = token.end;
  }
  return pieces.join('') + source.slice(copied);
}
