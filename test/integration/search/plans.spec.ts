import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { REMOVE } from '../../../src/modules/search/index/search-documents.repository';
import { COMMENTS } from '../../../src/modules/search/index/search-sources.read-model';
import { indexedRecord } from '../../../src/modules/search/search-types';
import { searchExpressions } from '../../../src/modules/search/text/search-expressions';
import { searchTermsOf } from '../../../src/modules/search/text/search-terms';
import {
  BY_NAME,
  BY_NAME_SCAN,
  BY_WORDS,
  BY_WORDS_SCAN,
  CANDIDATES,
  CURSOR,
  ALTERNATIVE_WORDS,
  WORDS_BEGINNING,
} from '../../../src/modules/search/search.statements';
import { trigramsOf } from '../../../src/modules/search/text/words';
import type { Statement } from '../../../src/platform/database/statement';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { executedPlan, plannedForEmptyTable, rowsOf, rowsRead, scansOf } from '../../support/query-plan';

const ITEMS = 20_000;
const PAGE = 50;
const LAST = '\u{10FFFF}';
const SYLLABLES = 'ba ce di fo gu ka le mi no pu ra se ti vo xu za be ci do fu'.split(' ');
/** Of a page of 50: candidates, and the rows that show them. */
const ROWS_TOUCHED = 6_000;
const LARGE = new Set(['search_documents', 'search_words', 'items']);

/** A word for a number below 8000: the same one for the same number. */
const WORD_SQL = (number: string) =>
  `(($1::text[])[1 + (${number}) % 20] || ($1::text[])[1 + (${number}) / 20 % 20] || ($1::text[])[1 + (${number}) / 400 % 20])`;

/** A board with many items of three words each, the smaller numbers far more frequent, all in the index. */
async function aLargeBoard(): Promise<TestBoard> {
  const board = await aBoard();
  const { app, id, owner } = board.organization;
  const client = await app.sql.connect();
  await client.query(
    `with numbers as (
       select at, (power(random(), 3) * 7999)::int as one, (power(random(), 3) * 7999)::int as two,
         (power(random(), 2) * 7999)::int as three
       from generate_series(1, $2::int) at),
     named as (
       select 'itm_' || substr($3, 5, 16) || lpad(at::text, 10, '0') as id,
         ${WORD_SQL('one')} || ' ' || ${WORD_SQL('two')} || ' ' || ${WORD_SQL('three')} as name
       from numbers),
     made as (
       insert into items (organization_id, id, board_id, group_id, name, name_key, values, rank, created_by, created_at,
         updated_at)
       select $4, id, $5, $6, name, name, '{}', nextval('item_ranks'), $7, now(), now() from named)
     insert into search_documents (organization_number, workspace_number, type, place, name, words, body)
     select organization.number, workspace.number, 'i', substr(named.id, 5), named.name, '', ''
     from named, organizations organization, workspaces workspace
     where organization.id = $4 and workspace.organization_id = $4 and workspace.id = $8`,
    [SYLLABLES, ITEMS, newId('item'), id, board.id, board.groupIds[0], owner.userId, board.workspace.id],
  );
  const words = Array.from({ length: 8_000 }, (_, at) =>
    [at % 20, Math.floor(at / 20) % 20, Math.floor(at / 400) % 20].map((each) => SYLLABLES[each]).join(''),
  );
  await client.query(
    `insert into search_words select number, word from organizations, unnest($2::text[]) word where id = $1`,
    [id, words],
  );
  await client.query('vacuum analyze search_documents');
  await client.query('vacuum analyze search_words');
  await client.query('vacuum analyze items');
  client.release();
  return board;
}

describe('search at a realistic volume', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aLargeBoard();
  });

  const planOf = ({ text }: Statement, values: readonly unknown[]) =>
    executedPlan(board.organization.app.sql, text, values);

  /** Runs it as the service does; returns how many rows it got. */
  async function expectBounded(statement: Statement, values: readonly unknown[]): Promise<number> {
    const nodes = await planOf(statement, values);
    const scans = scansOf(nodes, LARGE);
    expect(scans.length).toBeGreaterThan(0);
    expect(scans.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
    expect(Math.max(...scans.map(rowsOf))).toBeLessThan(ROWS_TOUCHED);
    return nodes[0]!['Actual Rows'];
  }

  /** Whether the service scans instead. */
  async function isFrequent({ text }: Statement, values: readonly unknown[]): Promise<boolean> {
    const { rows } = await board.organization.app.sql.query(text, [...values]);
    return rows[0].total > CANDIDATES;
  }

  function asked(question: string, likely: Map<string, string[]> = new Map()) {
    const { name, terms } = searchTermsOf(question);
    return {
      name,
      expressions: searchExpressions(['item', 'board'], terms, { beginnings: new Map(), likely }),
    };
  }

  it.each(['babace', 'bab', 'babace dib', 'ba', 'b'])('names that begin with %s', async (question) => {
    const { name } = asked(question);
    const values = [board.organization.id, [board.workspace.id], ['i', 'b', 'p', 'c'], name, name + LAST];
    for (const rank of [1, 2] as const) {
      for (const place of [null, newId('item').slice(4)]) {
        await expectBounded(BY_NAME(rank, PAGE), [...values, place, null]);
        if (await isFrequent(BY_NAME(rank, PAGE), [...values, place, null]))
          await expectBounded(BY_NAME_SCAN(rank, PAGE), [...values, place, null]);
      }
    }
  });

  it.each(['bababa', 'bab', 'bab cec', 'babace dif', 'bax'])('words of %s', async (question) => {
    const { name, expressions } = asked(question, new Map([['bax', ['bababa', 'bababe', 'bacece']]]));
    const { inName, anywhere, likely } = expressions;
    for (const [at, expression] of [inName, anywhere, likely].entries()) {
      if (expression === null) continue;
      const where = [board.organization.id, [board.workspace.id], expression.query, name, name + LAST];
      for (const place of [null, newId('item').slice(4)]) {
        const values = [...where, place, null, at + 3, [board.workspace.id]];
        await expectBounded(BY_WORDS(PAGE), values);
        if (await isFrequent(BY_WORDS(PAGE), values))
          await expectBounded(BY_WORDS_SCAN(PAGE), [...values, expression.part]);
      }
    }
  });

  it('1,500 shared boards of a guest are read once, whatever the number of candidates', async () => {
    const { name, expressions } = asked('bababa');
    const places = [board.organization.id, [board.workspace.id]];
    const boards = [board.id, ...Array.from({ length: 1_499 }, () => newId('board'))];
    const named = [...places, ['i', 'b'], name, name + LAST, null, boards];
    const worded = [
      ...places,
      expressions.anywhere.query,
      name,
      name + LAST,
      null,
      boards,
      4,
      [board.workspace.id],
    ];
    for (const [statement, values] of [
      [BY_NAME(2, PAGE), named],
      [BY_NAME_SCAN(2, PAGE), named],
      [BY_WORDS(PAGE), worded],
      [BY_WORDS_SCAN(PAGE), [...worded, expressions.anywhere.part]],
    ] as const) {
      const nodes = await planOf(statement, values);
      const reads = nodes.filter((node) => node['Node Type'] === 'ProjectSet');
      expect(reads).toHaveLength(1);
      expect(reads[0]!['Actual Loops']).toBeLessThanOrEqual(1);
      const documents = scansOf(nodes, new Set(['search_documents']));
      for (const node of documents) expect(node['Actual Loops']).toBeLessThanOrEqual(PAGE + 1);
    }
  });

  it('similar words', async () => {
    const { id } = board.organization;
    await expectBounded(WORDS_BEGINNING, [id, 'b', `b${LAST}`]);
    const words = ['babaxe', 'ace', 'fogu'];
    const trigrams = words.map((word) => `{${trigramsOf(word).join()}}`);
    await expectBounded(ALTERNATIVE_WORDS, [id, words, trigrams]);
  });

  it('the cursor', async () => {
    const { name, expressions } = asked('babace dif');
    const { rows } = await board.organization.app.sql.query(
      'select id from items where organization_id = $1 limit 1',
      [board.organization.id],
    );
    const texts = [expressions.inName.query, expressions.anywhere.query];
    const workspaceIds = [board.workspace.id];
    const { place, type } = indexedRecord(rows[0].id);
    const values = [
      board.organization.id,
      rows[0].id,
      workspaceIds,
      name,
      name + LAST,
      texts,
      null,
      workspaceIds,
      place,
      type,
    ];
    await expectBounded(CURSOR, values);
  });

  it.each([
    ['by-name', BY_NAME(2, PAGE)],
    ['by-name-walk', BY_NAME_SCAN(2, PAGE)],
    ['by-words', BY_WORDS(PAGE)],
    ['by-words-walk', BY_WORDS_SCAN(PAGE)],
    ['words-beginning', WORDS_BEGINNING],
    ['stand-in-words', ALTERNATIVE_WORDS],
    ['cursor', CURSOR],
  ] as [string, Statement][])('the statement %s', async (name, { text }) => {
    await expect(`${text.trim()}\n`).toMatchFileSnapshot(`./statements/${name}.sql`);
  });
});

describe('statements of the index that were planned for empty tables', () => {
  it('comments are read one by one, each with its item', async () => {
    const { organization } = await aBoard();
    const comments = { text: COMMENTS.text, given: [`''`, `'{}'`] };
    await plannedForEmptyTable(organization.app.sql, ['comments', 'items'], comments, async (client) => {
      await client.query(
        `insert into comments (organization_id, id, item_id, author_id, body, body_html, mentions, created_at, updated_at)
         select $1, 'cmt_' || lpad(at::text, 4, '0'), 'itm_' || at, 'usr_1', '', '', '{}', now(), now()
         from generate_series(1, 1000) as at`,
        [organization.id],
      );
      await client.query(
        `insert into items (organization_id, id, board_id, group_id, name, name_key, "values", rank, created_by, created_at, updated_at,
           key, list, has_orders)
         select $1, 'itm_' || at, 'brd_1', 'grp_1', '', '', '{}', at, 'usr_1', now(), now(), at, 1, false
         from generate_series(1, 1000) as at`,
        [organization.id],
      );
      const plan = await executedPlan(
        client,
        `execute examined ('${organization.id}', '{cmt_0100,cmt_0200,cmt_0300}')`,
        [],
      );
      expect(rowsRead(plan, 'comments')).toBe(3);
      expect(rowsRead(plan, 'items')).toBe(3);
    });
  });

  it('documents are deleted one by one', async () => {
    const { organization } = await aBoard();
    const remove = { text: REMOVE.text, given: [`''`, `'{}'`, `'{}'`] };
    await plannedForEmptyTable(organization.app.sql, ['search_documents'], remove, async (client) => {
      await client.query(
        `insert into search_documents (organization_number, workspace_number, type, place, name, words, body)
         select number, 1, 'i', lpad(at::text, 4, '0'), '', '', ''
         from organizations cross join generate_series(1, 1000) as at where organizations.id = $1`,
        [organization.id],
      );
      const plan = await executedPlan(
        client,
        `execute examined ('${organization.id}', '{i,i,i}', '{0100,0200,0300}')`,
        [],
      );
      expect(rowsRead(plan, 'search_documents')).toBe(3);
    });
  });
});
