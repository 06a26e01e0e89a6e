import { attributeName } from '../resources/attribute-name';
import { ScimError } from '../scim-error';
import { type Comparison, COMPARISONS, type FilterNode, type FilterValue } from './filter-node';
import { type FilterToken, filterTokens } from './filter-tokens';

const DEPTH_MAX = 20;
const COMPARISONS_MAX = 100;

/** Parses a filter; `not` binds closest, then `and`, then `or`. Length and depth are limited. */
export function parseFilter(text: string): FilterNode {
  const parser = new FilterParser(filterTokens(text));
  const node = parser.either(0);
  parser.end();
  return node;
}

class FilterParser {
  private at = 0;
  private comparisons = 0;

  constructor(private readonly tokens: readonly FilterToken[]) {}

  either(depth: number): FilterNode {
    return this.chain('or', () => this.chain('and', () => this.term(depth)));
  }

  end(): void {
    if (this.at < this.tokens.length) throw rejected('there is text after the end of the filter');
  }

  private chain(word: 'and' | 'or', part: () => FilterNode): FilterNode {
    const nodes = [part()];
    while (this.takesWord(word)) nodes.push(part());
    return nodes.length === 1 ? nodes[0]! : { kind: word, nodes };
  }

  private term(depth: number): FilterNode {
    if (depth > DEPTH_MAX) throw rejected('it is nested too deeply');
    if (this.takesSign('(')) return this.closed(')', depth);
    const word = this.word('an attribute');
    if (word.toLowerCase() === 'not' && this.takesSign('('))
      return { kind: 'not', node: this.closed(')', depth) };
    const attribute = attributeName(word);
    if (this.takesSign('[')) return this.values(attribute, depth);
    return this.comparison(attribute);
  }

  private closed(sign: ')' | ']', depth: number): FilterNode {
    const node = this.either(depth + 1);
    if (!this.takesSign(sign)) throw rejected(`a ${sign} is missing`);
    return node;
  }

  /**
   * `emails[type eq "work"].value eq "…"` is not in the grammar, but Entra ID sends it: one value must match both
   * conditions.
   */
  private values(attribute: string, depth: number): FilterNode {
    const node = this.closed(']', depth);
    const next = this.tokens[this.at];
    if (next?.kind !== 'word' || !next.text.startsWith('.')) return { kind: 'values', attribute, node };
    this.at += 1;
    const both = [node, this.comparison(attributeName(next.text.slice(1)))];
    return { kind: 'values', attribute, node: { kind: 'and', nodes: both } };
  }

  private comparison(attribute: string): FilterNode {
    if ((this.comparisons += 1) > COMPARISONS_MAX) throw rejected('it has too many comparisons');
    const operator = this.word('an operator').toLowerCase();
    if (operator === 'pr') return { kind: 'present', attribute };
    if (!(COMPARISONS as readonly string[]).includes(operator))
      throw rejected(`there is no operator ${operator.slice(0, 20)}`);
    return { kind: 'compare', attribute, operator: operator as Comparison, value: this.value() };
  }

  private value(): FilterValue {
    const token = this.tokens[this.at];
    this.at += 1;
    if (token?.kind === 'string') return token.value;
    if (token?.kind !== 'word') throw rejected('a value is missing');
    if (/^(true|false)$/i.test(token.text)) return token.text.toLowerCase() === 'true';
    if (token.text === 'null') return null;
    const number = Number(token.text);
    if (!Number.isFinite(number)) throw rejected('text must be in double quotes');
    return number;
  }

  private word(what: string): string {
    const token = this.tokens[this.at];
    if (token?.kind !== 'word') throw rejected(`${what} is missing`);
    this.at += 1;
    return token.text;
  }

  private takesWord(word: string): boolean {
    const token = this.tokens[this.at];
    const isIt = token?.kind === 'word' && token.text.toLowerCase() === word;
    if (isIt) this.at += 1;
    return isIt;
  }

  private takesSign(sign: string): boolean {
    const token = this.tokens[this.at];
    const isIt = token?.kind === 'sign' && token.text === sign;
    if (isIt) this.at += 1;
    return isIt;
  }
}

function rejected(why: string): ScimError {
  return new ScimError('invalidFilter', `Invalid filter: ${why}`);
}
