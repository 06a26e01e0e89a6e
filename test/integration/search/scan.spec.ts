import { beforeAll, describe, expect, it } from 'vitest';
import { BY_WORDS, BY_WORDS_SCAN } from '../../../src/modules/search/search.statements';
import { SEARCH_TYPES } from '../../../src/modules/search/search-types';
import { searchExpressions } from '../../../src/modules/search/text/search-expressions';
import { searchTermsOf } from '../../../src/modules/search/text/search-terms';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { indexed } from '../../support/search-index';

const LONG = 'ab12'.repeat(20);
const ITEMS: [name: string, notes: string][] = [
  ['Quarterly report', 'for the board'],
  ['Quarterly', 'a report'],
  ['東京の会議室 booking', '予約'],
  [`Digest ${LONG}`, LONG],
  ['Quartely', 'reprot'],
];

describe('a scan over many matches', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ columns: [{ name: 'Notes', type: 'text' }] });
    for (const [name, notes] of ITEMS)
      await anItem(board, { name, values: { [board.column('Notes')]: notes } });
    await indexed(board.organization);
  });

  it.each([
    ['report', 3],
    ['quarterly rep', 2],
    ['rep for', 1],
    ['会議', 1],
    ['予約 book', 1],
    ['東', 1],
    [LONG, 1],
    ['quart report', 3],
  ])('finds for %s what the index of words finds', async (question, count) => {
    const { app, id } = board.organization;
    const { terms } = searchTermsOf(question);
    const likely = new Map([['report', ['reprot']]]);
    const expressions = searchExpressions(SEARCH_TYPES, terms, { beginnings: new Map(), likely });
    const seen: string[] = [];
    for (const expression of [expressions.inName, expressions.anywhere, expressions.likely]) {
      if (expression === null) continue;
      // No name is excluded, as one that was found before would be.
      const values = [id, [board.workspace.id], expression.query, '', '', null, null, 1, null];
      const found = await app.sql.query(BY_WORDS(50).text, values);
      const scanned = await app.sql.query(BY_WORDS_SCAN(50).text, [...values, expression.part]);
      const placesOf = (rows: { place: string | null }[]) =>
        rows.flatMap(({ place }) => (place === null ? [] : [place]));
      expect(placesOf(scanned.rows)).toEqual(placesOf(found.rows));
      seen.push(...placesOf(found.rows));
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(count);
  });
});
