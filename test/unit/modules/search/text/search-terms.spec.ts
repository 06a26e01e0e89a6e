import { describe, expect, it } from 'vitest';
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
  const none = new Map();
  const made = (
    question: string,
    types: readonly (typeof SEARCH_TYPES)[number][] = SEARCH_TYPES,
    likely: ReadonlyMap<string, string[]> = none,
  ) => searchExpressions(types, searchTermsOf(question).terms, { beginnings: none, likely });

  it('searches for all words, in the name first, and omits earlier matches later', () => {
    const { inName, anywhere, likely } = made('big report');
    expect(inName).toEqual({ query: `((('@nbig':*) & ('@nreport':*)))`, part: 'report' });
    expect(anywhere).toEqual({
      query: `((('@nbig':* | '@wbig':*) & ('@nreport':* | '@wreport':*)) & !(('@nbig':*) & ('@nreport':*)))`,
      part: 'report',
    });
    expect(likely).toBeNull();
  });

  it('names types only where they exclude something', () => {
    const { inName } = made('report', ['board', 'project']);
    expect(inName.query).toBe(`(('@tb' | '@tp') & (('@nreport':*)))`);
  });

  it('accepts alternatives for a word', () => {
    const { likely } = made('baord', SEARCH_TYPES, new Map([['baord', ['board']]]));
    expect(likely).toEqual({
      query: `((('@nbaord':* | '@nboard' | '@wbaord':* | '@wboard')) & !(('@nbaord':* | '@wbaord':*)))`,
      part: '',
    });
  });

  it('names the longest text that is in every match', () => {
    const { inName, likely } = made('new baord', SEARCH_TYPES, new Map([['baord', ['board']]]));
    expect([inName.part, likely!.part]).toEqual(['baord', 'new']);
  });

  it('quotes terms safely', () => {
    const { inName } = made(`a' | 'b \\' & !c:* <-> d`);
    expect(inName.query.replaceAll(/'[^']*'(:\*)?/g, '')).toMatch(/^[()&| ]*$/);
  });
});
