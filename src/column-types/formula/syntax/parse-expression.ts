import { quoted } from '../../values/quoted';
import { InvalidFormula } from '../invalid-formula';
import { MAX_DEPTH } from '../limits';
import type { Link, Node } from './syntax';
import type { Token } from './tokens';

/**
 * Operators by increasing precedence, left-associative as in spreadsheets: 2^3^2 is 64. The sign of a number has the
 * highest precedence: -2^2 is 4.
 */
const LEVELS: readonly ReadonlySet<string>[] = [
  new Set(['=', '<>', '!=', '<', '<=', '>', '>=']),
  new Set(['&']),
  new Set(['+', '-']),
  new Set(['*', '/', '%']),
  new Set(['^']),
];

/** Parses an expression. Throws InvalidFormula if it is invalid. */
export function parseExpression(tokens: readonly Token[]): Node {
  return new Parser(tokens).whole();
}

class Parser {
  private index = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  whole(): Node {
    // The equals sign with which formulas of spreadsheets begin.
    this.takes('=');
    const node = this.chain(0);
    if (this.next.kind !== 'end') this.reject(`Unexpected ${inWords(this.next)}`);
    return node;
  }

  private get next(): Token {
    return this.tokens[this.index]!;
  }

  private chain(level: number): Node {
    const operators = LEVELS[level];
    if (!operators) return this.operand();
    const first = this.chain(level + 1);
    const links: Link[] = [];
    for (let token = this.next; token.kind === 'sign' && operators.has(token.text); token = this.next) {
      this.index += 1;
      links.push({ operator: token.text, operand: this.chain(level + 1), position: token.position });
    }
    return links.length === 0 ? first : { kind: 'chain', first, links, position: first.position };
  }

  private operand(): Node {
    const { position } = this.next;
    let minuses = 0;
    for (;;) {
      if (this.takes('-')) minuses += 1;
      // A unary plus has no effect.
      else if (!this.takes('+')) break;
    }
    const operand = this.primary();
    let percents = 0;
    for (; this.isPercent(); percents += 1) this.index += 1;
    if (minuses + percents === 0) return operand;
    return { kind: 'signed', operand, signs: { isNegated: minuses % 2 === 1, percents }, position };
  }

  /** Whether % means a hundredth: if no operand follows. Otherwise it is the remainder, as in 10 % 3. */
  private isPercent(): boolean {
    if (!isSign(this.next, '%')) return false;
    const after = this.tokens[this.index + 1]!;
    return after.kind === 'end' || (after.kind === 'sign' && after.text !== '(' && after.text !== '-');
  }

  private primary(): Node {
    const token = this.next;
    this.index += 1;
    const { position } = token;
    if (token.kind === 'number' || token.kind === 'text') {
      return { kind: 'literal', value: token.value, position };
    }
    if (token.kind === 'column') return { kind: 'column', name: token.name, position };
    if (token.kind === 'word') return this.call(token.text, position);
    this.index -= 1;
    if (!isSign(token, '(')) {
      this.reject(token.kind === 'end' ? 'The expression ends too early' : `Unexpected ${inWords(token)}`);
    }
    return this.nested(() => this.chain(0));
  }

  private call(word: string, position: number): Node {
    const name = word.toUpperCase();
    if (isSign(this.next, '(')) {
      return { kind: 'call', name, parameters: this.nested(() => this.parameters()), position };
    }
    if (name === 'TRUE' || name === 'FALSE') return { kind: 'literal', value: name === 'TRUE', position };
    throw new InvalidFormula(
      position,
      `Unknown word ${quoted(word)}: write columns in braces and text in quotes`,
    );
  }

  private parameters(): Node[] {
    if (isSign(this.next, ')')) return [];
    const parameters = [this.chain(0)];
    while (this.takes(',')) parameters.push(this.chain(0));
    return parameters;
  }

  /** Parses the content of the parentheses that start here. */
  private nested<T>(read: () => T): T {
    const { position } = this.next;
    if (this.depth === MAX_DEPTH) this.reject(`Nested deeper than ${MAX_DEPTH}`);
    this.depth += 1;
    this.index += 1;
    const content = read();
    if (!this.takes(')')) {
      if (this.next.kind === 'end') throw new InvalidFormula(position, 'This parenthesis is not closed');
      this.reject(`Unexpected ${inWords(this.next)}`);
    }
    this.depth -= 1;
    return content;
  }

  private takes(sign: string): boolean {
    if (!isSign(this.next, sign)) return false;
    this.index += 1;
    return true;
  }

  private reject(reason: string): never {
    throw new InvalidFormula(this.next.position, reason);
  }
}

function isSign(token: Token, text: string): boolean {
  return token.kind === 'sign' && token.text === text;
}

function inWords(token: Token): string {
  switch (token.kind) {
    case 'number':
      return String(token.value);
    case 'text':
      return `text ${quoted(token.value)}`;
    case 'column':
      return `column ${quoted(token.name)}`;
    case 'end':
      return 'end';
    default:
      return quoted(token.text);
  }
}
