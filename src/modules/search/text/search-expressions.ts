import type { OrganizationId, WorkspaceId } from '../../../kernel/ids';
import { lexemesOf } from './lexemes';
import { SEARCH_TYPES, type SearchType } from '../search-types';
import type { Term } from './search-terms';

/** The scope of a search. */
export interface SearchScope {
  organizationId: OrganizationId;
  types: readonly SearchType[];
  /** Null: everywhere in the organization. */
  workspaceIds: readonly WorkspaceId[] | null;
}

/** Alternatives of a term, by its text. */
export type Alternatives = ReadonlyMap<string, readonly string[]>;

/** Texts of tsqueries, one for each way of matching; each excludes the matches of the better ones. */
export interface SearchExpressions {
  inName: string;
  anywhere: string;
  /** Null when no term has alternatives. */
  likely: string | null;
}

/**
 * `beginnings` are the words that complete unfinished terms, `likely` the words that contain a term or differ
 * from it by a typing error.
 */
export function searchExpressions(
  scope: SearchScope,
  terms: readonly Term[],
  { beginnings, likely }: { beginnings: Alternatives; likely: Alternatives },
): SearchExpressions {
  const lexemes = lexemesOf(scope.organizationId);
  // A condition that is true for every record is left out: the index would read all of it.
  const where: string[] = [];
  if (scope.types.length < SEARCH_TYPES.length) {
    where.push(anyOf(scope.types.map((type) => operand(lexemes.type(type), 'whole'))));
  }
  if (scope.workspaceIds !== null) {
    where.push(anyOf(scope.workspaceIds.map((id) => operand(lexemes.workspace(id), 'whole'))));
  }
  const all = (of: (text: string) => string, alternatives: Alternatives[]) =>
    allOf(
      terms.map(({ text, match }) =>
        anyOf([
          operand(of(text), match),
          ...alternatives.flatMap((words) => words.get(text) ?? []).map((word) => operand(of(word), 'whole')),
        ]),
      ),
    );
  const inName = all(lexemes.name, [beginnings]);
  const anywhere = all(lexemes.anywhere, [beginnings]);
  const hasLikely = terms.some(({ text }) => (likely.get(text) ?? []).length > 0);
  return {
    inName: allOf([...where, inName]),
    anywhere: allOf([...where, anywhere, `!${inName}`]),
    likely: hasLikely ? allOf([...where, all(lexemes.anywhere, [beginnings, likely]), `!${anywhere}`]) : null,
  };
}

// Lexemes consist of letters, digits and the characters of ids and marks: none ends a quoted word.
const operand = (lexeme: string, match: Term['match']): string =>
  `'${lexeme}'${match === 'beginning' ? ':*' : ''}`;
const anyOf = (operands: readonly string[]): string => `(${operands.join(' | ')})`;
const allOf = (operands: readonly string[]): string => `(${operands.join(' & ')})`;
