import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { BoardId, GroupId } from '../../../src/kernel/ids';
import type { CallContext } from '../../../src/access/principal';
import { BoardItemsReadModel } from '../../../src/modules/items';
import { type ExportedFile, ExportsService } from '../../../src/modules/exchange/exporting/exports.service';
import { listen, startApp, type TestApp } from '../../support/app';
import { anAccount } from '../../support/factories/account.factory';
import { made } from '../../support/factories/workspace.factory';

const ITEMS = 4_000;

describe('an export stream', () => {
  let app: TestApp;
  let port: number;
  let cookie: string;
  let host: string;
  let organizationId: string;
  let boardId: BoardId;
  let groupId: GroupId;

  beforeAll(async () => {
    // Without workers, whose statements would be counted as well.
    app = await startApp({ ROLES: 'api' });
    port = await listen(app);
    const account = await anAccount({ app });
    ({ cookie } = account);
    host = `${account.slug}.trestle.test`;
    const client = account.client.as({ headers: { origin: `http://${host}` } });
    const { id: workspaceId } = await made(client, 'workspaces.create', { name: 'W' });
    const { id: projectId } = await made(client, 'projects.create', { workspaceId, name: 'P' });
    const board = await made(client, 'boards.create', { projectId, name: 'B', columns: [] });
    ({ organizationId } = account);
    boardId = board.id;
    groupId = board.groups[0].id;
    // 40 MB, more than sockets and streams hold of what no one reads.
    await app.sql.query(
      `insert into items (organization_id, id, board_id, group_id, name, name_key, description, values, rank, created_by,
         created_at, updated_at)
       select $1, 'itm_' || lpad(at::text, 26, '0'), $2, $3, 'Item ' || at, 'item', repeat('x', 10000), '{}', at, $4,
         now(), now()
       from generate_series(1, ${ITEMS}) at`,
      [account.organizationId, boardId, groupId, account.userId],
    );
  });
  afterAll(() => app.close());

  const open = (format: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const path = `/api/boards/${boardId}/export?format=${format}`;
      get({ port, path, headers: { host, cookie } }, resolve).on('error', reject);
    });

  const batchesRead = (query: { mock: { calls: unknown[][] } }) =>
    query.mock.calls.filter(([sent]) =>
      String((sent as { text?: string }).text).includes('unnest($2::text[]) with ordinality as asked'),
    ).length;

  it.each(['csv', 'json', 'xlsx'])('%s: reads all rows, one batch at a time', async (format) => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const response = await open(format);
    let size = 0;
    for await (const chunk of response) size += (chunk as Buffer).length;
    const all = batchesRead(query);
    query.mockRestore();
    expect(all).toBeGreaterThanOrEqual(ITEMS / 250);
    expect(size).toBeGreaterThan(100_000);
  });

  it('reads the next batch while the rows of the present one are written', async () => {
    const model = app.nest.get(BoardItemsReadModel, { strict: false });
    const context = { organizationId, transaction: null } as unknown as CallContext;
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const sent: number[] = [];
    // What the consumer does before it asks for the next batch is done in one turn of the event loop.
    for await (const items of model.inBoardOrder(context, boardId, [groupId])) {
      sent.push(batchesRead(query));
      expect(items).toHaveLength(250);
    }
    query.mockRestore();
    expect(sent).toEqual([...sent.keys()].map((at) => Math.min(at + 2, ITEMS / 250)));
  });

  it.each(['csv', 'json'])('%s: stops reading when the client disconnects', async (format) => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const opened = vi.spyOn(ExportsService.prototype, 'open');
    const response = await open(format);
    await once(response, 'data');
    const { content } = (await opened.mock.results[0]!.value) as ExportedFile;
    response.destroy();
    // The stream closes when what it is reading has ended.
    await once(content, 'close');
    expect(batchesRead(query)).toBeLessThan(ITEMS / 250);
    opened.mockRestore();
    query.mockRestore();
  });
});
