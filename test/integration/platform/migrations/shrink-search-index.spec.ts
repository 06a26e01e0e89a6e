import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NumberWorkspaces1763716500000 } from '../../../../migrations/1763716500000-number-workspaces';
import { migrate } from '../../../../src/platform/database/migrations/migrate';
import { startApp, type TestApp } from '../../../support/app';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { anItem } from '../../../support/factories/item.factory';
import { anOrganization } from '../../../support/factories/organization.factory';
import { aWorkspace, made } from '../../../support/factories/workspace.factory';
import { indexed } from '../../../support/search-index';
import { revertFrom } from './support/migration-steps';

const NAMES = [
  'Café Zürich 4711',
  '東京の会議室を予約 now',
  `Digest ${'ab12'.repeat(20)}`,
  'one two one',
  '—',
  'Launch 🚀',
];
const QUERIES = [
  'cafe',
  '会議',
  'ab12',
  'one',
  'now',
  '🚀',
  'walnut',
  'wallnut',
  'afe',
  'launch comment',
  'board',
];

describe('the migration to a smaller search index, with existing records', () => {
  let app: TestApp;
  let boards: TestBoard[];
  beforeAll(async () => {
    app = await startApp();
    boards = [await filled(), await filled()];
  });
  afterAll(() => app.close());

  /** Boards in two workspaces, with items whose names and texts are split in several ways, and a comment. */
  async function filled(): Promise<TestBoard> {
    const organization = await anOrganization({ app });
    await aBoard({ organization, workspace: await aWorkspace({ organization }), name: 'Elsewhere' });
    const board = await aBoard({ organization, name: 'Board', columns: [{ name: 'Notes', type: 'text' }] });
    for (const name of NAMES)
      await anItem(board, { name, values: { [board.column('Notes')]: 'walnut one 予約' } });
    const itemId = await anItem(board, { name: 'Item' });
    await made(organization.owner.client, 'comments.create', { itemId, body: 'launch comment' });
    await indexed(organization);
    return board;
  }

  /** Everywhere, in one workspace, and only items. */
  const resultsOf = async (board: TestBoard) => {
    const search = async (input: object) =>
      (await board.organization.owner.client.query('search.query', input)).data.results as unknown[];
    const results: unknown[][][] = [];
    for (const q of QUERIES)
      results.push([
        await search({ q }),
        await search({ q, workspaceId: board.workspace.id }),
        await search({ q, types: ['item'] }),
      ]);
    return results;
  };

  /** Of which the order of the words does not matter. */
  const documentsOf = async () => {
    const { rows } = await app.sql.query<{ words: string; name_words: string | null }>(
      'select * from search_documents order by place',
    );
    const sorted = (words: string) => words.split(' ').toSorted();
    return rows.map((row) => ({
      ...row,
      words: sorted(row.words),
      name_words: row.name_words === null ? null : sorted(row.name_words),
    }));
  };

  const wordsOf = async () => (await app.sql.query('select * from search_words order by 1, 2')).rows;

  it('converts every document and word in both directions', async () => {
    const before = await Promise.all(boards.map(resultsOf));
    for (const [everywhere] of before[0]!) expect(everywhere).not.toEqual([]);
    const documents = await documentsOf();
    const words = await wordsOf();

    await revertFrom(app.databaseUrl, NumberWorkspaces1763716500000);

    const { rows } = await app.sql.query(
      `select lexemes::text, trigrams from search_documents document
       join search_words word on word.organization_id = document.organization_id and word.word = '4711'
       where name = 'cafe zurich 4711' and document.organization_id = $1`,
      [boards[0]!.organization.id],
    );
    const [{ lexemes, trigrams }] = rows;
    expect(lexemes.split(' ').map((entry: string) => entry.slice(6, -1))).toEqual(
      [
        'titem',
        `s${boards[0]!.workspace.id}`,
        ...['cafe', 'zurich', '4711'].flatMap((word) => [`n${word}`, `w${word}`]),
        ...['walnut', 'one', '予約', '約'].map((word) => `w${word}`),
      ].toSorted(),
    );
    expect(trigrams.map((each: string) => each.slice(5))).toEqual(['^47', '471', '711', '11$']);

    await migrate(app.databaseUrl, () => undefined);

    expect(await documentsOf()).toEqual(documents);
    expect(await wordsOf()).toEqual(words);
    expect(await Promise.all(boards.map(resultsOf))).toEqual(before);
  });
});
