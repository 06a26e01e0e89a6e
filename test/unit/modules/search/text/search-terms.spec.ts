import { describe, expect, it } from 'vitest';
import type { OrganizationId, WorkspaceId } from '../../../../../src/kernel/ids';
import { lexemesOf } from '../../../../../src/modules/search/text/lexemes';
import { SEARCH_TYPES } from '../../../../../src/modules/search/search-types';
import { searchExpressions } from '../../../../../src/modules/search/text/search-expressions';
import { searchTermsOf } from '../../../../../src/modules/search/text/search-terms';

describe('searchTermsOf', () => {
  const terms = (question: string) =>
    searchTermsOf(question).terms.map(({ text, match, kind }) => `${kind} ${match} ${text}`);

  it('uses words as prefixes; short ones in full, except the last, which is being typed', () => {
    expect(terms('Go to quarter r')).toEqual([
      'word whole go',
      'word whole to',
      'word beginning quarter',
      'word short r',
    ]);
  });

  it('uses runs as pairs, and one character as the prefix of one', () => {
    expect(terms('会議室')).toEqual(['pair whole 会議', 'pair whole 議室']);
    expect(terms('会')).toEqual(['pair beginning 会']);
  });

  it('counts each word once, and twelve at most', () => {
    expect(terms('report report REPORT')).toEqual(['word beginning report']);
    expect(terms(Array.from({ length: 40 }, (_, at) => `word${at}`).join(' '))).toHaveLength(12);
    expect(terms('会議室予約変更願届出書類一式')).toHaveLength(12);
  });
});

describe('searchExpressions', () => {
  const organizationId = 'org_1' as OrganizationId;
  const mark = lexemesOf(organizationId).trigram('');
  const none = new Map();
  const made = (
    question: string,
    scope: { types?: readonly (typeof SEARCH_TYPES)[number][]; workspaceIds?: WorkspaceId[] } = {},
    likely: ReadonlyMap<string, string[]> = none,
  ) =>
    searchExpressions(
      { organizationId, types: SEARCH_TYPES, workspaceIds: null, ...scope },
      searchTermsOf(question).terms,
      { beginnings: none, likely },
    );

  it('searches for all words, in the name first, and omits earlier matches later', () => {
    const { inName, anywhere, likely } = made('big report');
    expect(inName).toBe(`((('${mark}nbig':*) & ('${mark}nreport':*)))`);
    expect(anywhere).toBe(
      `((('${mark}wbig':*) & ('${mark}wreport':*)) & !(('${mark}nbig':*) & ('${mark}nreport':*)))`,
    );
    expect(likely).toBeNull();
  });

  it('names types and workspaces only where they exclude something', () => {
    const { inName } = made('report', {
      types: ['board'],
      workspaceIds: ['wsp_1', 'wsp_2'] as WorkspaceId[],
    });
    expect(inName).toBe(`(('${mark}tboard') & ('${mark}swsp_1' | '${mark}swsp_2') & (('${mark}nreport':*)))`);
  });

  it('accepts alternatives for a word', () => {
    const { likely } = made('baord', {}, new Map([['baord', ['board']]]));
    expect(likely).toBe(`((('${mark}wbaord':* | '${mark}wboard')) & !(('${mark}wbaord':*)))`);
  });

  it('quotes terms safely', () => {
    const { inName } = made(`a' | 'b \\' & !c:* <-> d`);
    expect(inName.replaceAll(/'[^']*'(:\*)?/g, '')).toMatch(/^[()&| ]*$/);
  });
});
