import { beforeAll, describe, expect, it } from 'vitest';
import { WireClient } from '../../support/client';
import { expectNeedsScope, expectOnlyOnlookers, expectUnauthorized } from '../../support/access-checks';
import { recordOf } from '../../support/caller-access';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { aSession } from '../../support/factories/account.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { aWorkspace } from '../../support/factories/workspace.factory';
import { expectHidden, refusedPaths } from '../../support/refusals';

describe('boards.export', () => {
  let board: TestBoard;
  const client = () => board.organization.owner.client;

  beforeAll(async () => {
    board = await aBoard({
      name: 'Plan: "2026"/\u202eQ1',
      groups: ['Now', 'Later'],
      columns: [
        { name: 'Notes', type: 'text' },
        { name: 'Points', type: 'number' },
        { name: 'Due', type: 'date' },
        { name: 'Stage', type: 'status' },
        { name: 'Owner', type: 'people' },
      ],
    });
    const values = {
      [board.column('Notes')]: '=cmd|"calc"!A1',
      [board.column('Points')]: -3.5,
      [board.column('Due')]: '2026-02-03',
      [board.column('Stage')]: 'Done',
      [board.column('Owner')]: [board.organization.owner.userId],
    };
    await anItem(board, { name: 'Second', groupId: board.group('Later') });
    const first = await anItem(board, { name: 'First, "quoted"', groupId: board.group('Now'), values });
    await anItem(board, { name: 'Part', groupId: board.group('Now'), parentId: first });
  });

  const download = async (format: string) => {
    const { data } = await client().query('boards.export', { id: board.id, format });
    const { pathname, search } = new URL(data.url as string);
    return client().request('GET', `${pathname}${search}`);
  };
  const rowsOf = (csv: unknown) => String(csv).split('\r\n');

  it('200: returns the URL of the file, on the host of the organization', async () => {
    const { data } = await client().query('boards.export', { id: board.id, format: 'csv' });
    expect(data).toEqual({
      url: `http://${board.organization.slug}.trestle.test/api/boards/${board.id}/export?format=csv`,
      fileName: 'Plan 2026 Q1.csv',
      contentType: 'text/csv; charset=utf-8',
    });
  });

  it('200: on the apex the URL names the organization, and works unchanged', async () => {
    const { app, owner, slug } = board.organization;
    const other = await anOrganization({ app });
    await app.sql.query(
      `insert into members (organization_id, user_id, role, status, created_at, updated_at)
       values ($1, $2, 'member', 'active', now(), now())`,
      [other.id, owner.userId],
    );
    const { cookie } = await aSession(owner.userId, { app });
    const apex = new WireClient(app, { cookie });
    const input = encodeURIComponent(JSON.stringify({ json: { id: board.id, format: 'csv' } }));
    const asked = await apex.request('GET', `/api/trpc/boards.export?input=${input}`, undefined, {
      'x-tenant-id': slug,
    });
    const url = new URL(asked.data.url as string);
    expect(url.href).toBe(
      `http://trestle.test/api/boards/${board.id}/export?format=csv&organization=${slug}`,
    );
    const file = await apex.request('GET', url.pathname + url.search);
    expect([file.status, rowsOf(file.body)[1]]).toEqual([200, expect.stringContaining('First')]);
    for (const wrong of [other.slug, 'unknown-slug', '%00', '..%2f'])
      expect(
        (await apex.request('GET', `${url.pathname}?format=csv&organization=${wrong}`)).status,
        wrong,
      ).toBe(wrong === other.slug ? 404 : 403);
    const onHost = await client().request('GET', `${url.pathname}?format=csv&organization=${other.slug}`);
    expect(onHost.status).toBe(401);
  });

  it('200: CSV in board order, people by name, formulas escaped, numbers as they are', async () => {
    const { status, headers, body } = await download('csv');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="Plan 2026 Q1.csv"; filename*=UTF-8''Plan%202026%20Q1.csv`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    const lines = rowsOf(body);
    expect(lines[0]).toBe(
      '\ufeffGroup,Item name,Parent,Description,Notes,Points,Due,Stage,Owner,Created at,Updated at,Item ID',
    );
    expect(lines[1]).toMatch(
      /^Now,"First, ""quoted""",,,"'=cmd\|""calc""!A1",-3\.5,2026-02-03,Done,Olivia Owner,\d{4}-.*Z,itm_[0-9A-Z]{26}$/,
    );
    expect(lines[2]).toMatch(/^Now,Part,"First, ""quoted""",,,,,,,/);
    expect(lines[3]).toMatch(/^Later,Second,,,/);
    expect(lines).toHaveLength(5);
  });

  it('200: JSON with the board first and items as in items.get', async () => {
    const { body } = await download('json');
    const { board: shown, items } = body as { board: object; items: { name: string; values: object }[] };
    expect(shown).toEqual(recordOf((await client().query('boards.get', { id: board.id })).data));
    expect(items.map(({ name }) => name)).toEqual(['First, "quoted"', 'Part', 'Second']);
    expect(items[0]!.values).toMatchObject({ [board.column('Stage')]: { label: 'Done' } });
  });

  it('200: a workbook that an import can read', async () => {
    const { data } = await client().query('boards.export', { id: board.id, format: 'xlsx' });
    const { pathname, search } = new URL(data.url as string);
    const content = (await client().request('GET', `${pathname}${search}`)).bytes.toString('base64');
    const answer = await client().mutate('boards.import', {
      projectId: board.project.id,
      name: 'Back',
      file: { content, encoding: 'base64' },
      dryRun: true,
    });
    expect(answer.data).toMatchObject({ rowCount: 3, problemCount: 0 });
    const types = answer.data.columns.map(({ header, to, type }: Record<string, string>) => [
      header,
      type ?? to,
    ]);
    expect(Object.fromEntries(types)).toMatchObject({
      Group: 'group',
      'Item name': 'name',
      Points: 'number',
      Due: 'date',
      Stage: 'status',
      Owner: 'people',
      'Item ID': 'skip',
    });
  });

  it('200: boards of several batches, sub-items after their parents', async () => {
    const large = await aBoard({ groups: ['A', 'B'], columns: [] });
    const rows = Array.from({ length: 700 }, (_, at) => `Item ${at},${at < 400 ? 'A' : 'B'}`);
    const file = { content: `Name,Group\n${rows.join('\n')}\n` };
    const owner = large.organization.owner.client;
    expect((await owner.mutate('boards.import', { id: large.id, file })).status).toBe(200);
    const { items } = (await owner.query('items.list', { boardId: large.id, limit: 200 })).data;
    await anItem(large, { name: 'Sub', groupId: large.group('A'), parentId: items[199].id });
    const { body } = await owner.request('GET', `/api/boards/${large.id}/export?format=csv`);
    const names = rowsOf(body)
      .slice(1, -1)
      .map((line) => line.split(',')[1]);
    expect(names).toHaveLength(701);
    expect(names.slice(198, 202)).toEqual(['Item 198', 'Item 199', 'Sub', 'Item 200']);
    expect(names.at(-1)).toBe('Item 699');
  });

  it.each([
    ['a format that there is not', { format: 'pdf' }, 'format'],
    ['no format', {}, 'format'],
    ['an unknown key', { format: 'csv', columns: [] }, 'columns'],
  ])('400: %s', async (_what, input, path) => {
    expect(refusedPaths(await client().query('boards.export', { id: board.id, ...input }))).toContain(path);
  });

  it('400: the route rejects what the procedure rejects', async () => {
    const answer = await client().request('GET', `/api/boards/${board.id}/export?format=csv&columns=1`);
    expect(refusedPaths(answer)).toEqual(['columns']);
  });

  it('401: without a credential', async () => {
    await expectUnauthorized(board.workspace, (each) =>
      each.query('boards.export', { id: board.id, format: 'csv' }),
    );
    await expectUnauthorized(board.workspace, (each) =>
      each.request('GET', `/api/boards/${board.id}/export?format=csv`),
    );
  });

  it('403: a token without the scope read', async () => {
    await expectNeedsScope(board.workspace, 'read', (each) =>
      each.request('GET', `/api/boards/${board.id}/export?format=csv`),
    );
  });

  it('404: a closed workspace exists only for its members', async () => {
    const closed = await aWorkspace({ visibility: 'closed' });
    const hidden = await aBoard({ workspace: closed });
    await expectOnlyOnlookers(closed, (each) =>
      each.query('boards.export', { id: hidden.id, format: 'csv' }),
    );
    await expectOnlyOnlookers(closed, (each) =>
      each.request('GET', `/api/boards/${hidden.id}/export?format=csv`),
    );
  });

  it("404: another organization's board looks exactly like a missing one", async () => {
    const other = await aBoard();
    await expectHidden(other.id, (id) => client().query('boards.export', { id, format: 'csv' }));
  });
});
