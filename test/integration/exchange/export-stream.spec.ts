import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
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
  let boardId: string;

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
    boardId = board.id;
    // 40 MB, more than sockets and streams hold of what no one reads.
    await app.sql.query(
      `insert into items (organization_id, id, board_id, group_id, name, name_key, description, values, rank, created_by,
         created_at, updated_at)
       select $1, 'itm_' || lpad(at::text, 26, '0'), $2, $3, 'Item ' || at, 'item', repeat('x', 10000), '{}', at, $4,
         now(), now()
       from generate_series(1, ${ITEMS}) at`,
      [account.organizationId, boardId, board.groups[0].id, account.userId],
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
