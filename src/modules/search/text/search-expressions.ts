import { LEXEMES } from './lexemes';
import { SEARCH_TYPES, type SearchType } from '../search-types';
import type { Term } from './search-terms';

/** Alternatives of a term, by its text. */
export type Alternatives = ReadonlyMap<string, readonly string[]>;

/** One way of matching. */
export interface SearchExpression {
  /** The text of a tsquery. */
  query: string;
  /** A text that the words of every match contain, to exclude other records at a tenth of the time; can be empty. */
  part: string;
}

/** Each excludes the matches of the better ones. */
export interface SearchExpressions {
  inName: SearchExpression;
  anywhere: SearchExpression;
  /** Null when no term has alternatives. */
  likely: SearchExpression | null;
}

/**
 * `beginnings` are the words that complete unfinished terms, `likely` the words that contain a term or differ
 * from it by a typing error.
 */
export function searchExpressions(
  types: readonly SearchType[],
  terms: readonly Term[],
  { beginnings, likely }: { beginnings: Alternatives; likely: Alternatives },
): SearchExpressions {
  // A condition that is true for every record is left out: the index would read all of it.
  const where =
    types.length < SEARCH_TYPES.length
      ? [anyOf(types.map((type) => operand(LEXEMES.type(type), 'whole')))]
      : [];
  const all = (places: readonly ((text: string) => string)[], alternatives: Alternatives[]) =>
    allOf(
      terms.map(({ text, match }) =>
        anyOf(
          places.flatMap((of) => [
            operand(of(text), match),
            ...alternatives
              .flatMap((words) => words.get(text) ?? [])
              .map((word) => operand(of(word), 'whole')),
          ]),
        ),
      ),
    );
  const anyPlace = [LEXEMES.name, LEXEMES.other];
  const inName = all([LEXEMES.name], [beginnings]);
  const anywhere = all(anyPlace, [beginnings]);
  const certain = terms.filter(({ text }) => (likely.get(text) ?? []).length === 0);
  // The words that complete a term contain it too.
  const part = longest(terms);
  return {
    inName: { query: allOf([...where, inName]), part },
    anywhere: { query: allOf([...where, anywhere, `!${inName}`]), part },
    likely:
      certain.length === terms.length
        ? null
        : {
            query: allOf([...where, all(anyPlace, [beginnings, likely]), `!${anywhere}`]),
            part: longest(certain),
          },
  };
}

function longest(terms: readonly Term[]): string {
  return terms.reduce((part, { text }) => (text.length > part.length ? text : part), '');
}

// Lexemes consist of letters, digits, pictographs and the mark: none ends a quoted word.
const operand = (lexeme: string, match: Term['match']): string =>
  `'${lexeme}'${match === 'beginning' ? ':*' : ''}`;
const anyOf = (operands: readonly string[]): string => `(${operands.join(' | ')})`;
const allOf = (operands: readonly string[]): string => `(${operands.join(' & ')})`;
