import { quoted } from '../../values/quoted';
import { InvalidFormula } from '../invalid-formula';

/** A token of an expression, from `position` to `end`. */
export type Token = { position: number; end: number } & (
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'column'; name: string }
  | { kind: 'word'; text: string }
  | { kind: 'sign'; text: string }
  | { kind: 'end' }
);

const SPACES = /\s*/y;
const NUMBER = /(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y;
const WORD = /[A-Za-z_][A-Za-z0-9_]*/y;
const SIGN = /<>|<=|>=|!=|[-+*/^%&=<>(),]/y;

/** Splits an expression into tokens; the last one is `end`. Throws InvalidFormula for an invalid character. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let position = endOf(SPACES, source, 0);
  while (position < source.length) {
    const token = tokenAt(source, position);
    tokens.push(token);
    position = endOf(SPACES, source, token.end);
  }
  tokens.push({ kind: 'end', position: source.length, end: source.length });
  return tokens;
}

function tokenAt(source: string, position: number): Token {
  const first = source[position]!;
  if (first === '"' || first === "'") {
    const { content, end } = enclosed(source, position, first, 'This text is not closed');
    return { kind: 'text', value: content, position, end };
  }
  if (first === '{') {
    const { content, end } = enclosed(source, position, '}', 'This column name is not closed');
    const name = content.trim();
    if (name === '') throw new InvalidFormula(position, 'A column name is missing between the braces');
    return { kind: 'column', name, position, end };
  }
  const number = endOf(NUMBER, source, position);
  if (number > position) return numberToken(source, position, number);
  const word = endOf(WORD, source, position);
  if (word > position) return { kind: 'word', text: source.slice(position, word), position, end: word };
  const sign = endOf(SIGN, source, position);
  if (sign > position) return { kind: 'sign', text: source.slice(position, sign), position, end: sign };
  const character = String.fromCodePoint(source.codePointAt(position)!);
  throw new InvalidFormula(position, `Unexpected ${quoted(character)}`);
}

function numberToken(source: string, position: number, end: number): Token {
  const value = Number(source.slice(position, end));
  if (!Number.isFinite(value)) throw new InvalidFormula(position, 'This number is out of range');
  return { kind: 'number', value, position, end };
}

/** The text between the delimiter at `start` and the closing one; a doubled delimiter represents itself. */
function enclosed(source: string, start: number, closing: string, problem: string) {
  let at = source.indexOf(closing, start + 1);
  while (at !== -1 && source[at + 1] === closing) at = source.indexOf(closing, at + 2);
  if (at === -1) throw new InvalidFormula(start, problem);
  return { content: source.slice(start + 1, at).replaceAll(closing + closing, closing), end: at + 1 };
}

function endOf(pattern: RegExp, source: string, position: number): number {
  pattern.lastIndex = position;
  return pattern.test(source) ? pattern.lastIndex : position;
}
