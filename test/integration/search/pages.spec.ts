import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { SearchIndexerService } from '../../../src/modules/search/index/search-indexer.service';
import { CANDIDATES } from '../../../src/modules/search/search.statements';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { made } from '../../support/factories/workspace.factory';
import { indexed } from '../../support/search-index';

const MANY = CANDIDATES + 300;
/** One way to be found each, the best first; of the last there are few. */
const NAMES = ['Kestrel', 'Kestrel nest', 'Old kestrel', 'Kestrle'];

describe('pages over more matches than are sorted', () => {
  let board: TestBoard;
  /** Ids by name, the youngest first. */
  const ids: Record<string, string[]> = {};

  beforeAll(async () => {
    board = await aBoard();
    const { app, id, owner } = board.organization;
    for (const name of NAMES) {
      const count = name === NAMES.at(-1) ? 5 : MANY;
      ids[name] = Array.from({ length: count }, () => newId('item'))
        .toSorted()
        .toReversed();
      await app.sql.query(
        `insert into items (organization_id, id, board_id, group_id, name, name_key, values, rank, created_by,
           created_at, updated_at)
         select $1, id, $2, $3, $4, lower($4), '{}', nextval('item_ranks'), $5, now(), now() from unnest($6::text[]) id`,
        [id, board.id, board.groupIds[0], name, owner.userId, ids[name]],
      );
    }
    const indexer = app.nest.get(SearchIndexerService, { strict: false });
    await indexer.followBoard({ organizationId: id, transaction: null }, board.id);
  }, 60_000);

  it('contain each match once, in order, whatever happens to those already listed', async () => {
    const { organization } = board;
    const { client } = organization.owner;
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const input = { q: 'kestrel', types: ['item'], limit: 200, ...(cursor ? { cursor } : {}) };
      const { data } = await client.query('search.query', input);
      const page: string[] = data.results.map(({ id }: { id: string }) => id);
      seen.push(...page);
      cursor = data.nextCursor;
      // The first page ends at a record that no longer exists by the next, the second at one that is found no more.
      if (seen.length === 200) await made(client, 'items.delete', { id: page.at(-1) });
      if (seen.length === 400) await made(client, 'items.update', { id: page.at(-1), name: 'Falcon' });
      if (seen.length <= 400) await indexed(organization);
    } while (cursor !== null);
    expect(seen).toEqual(NAMES.flatMap((name) => ids[name]!));
  }, 60_000);
});
