import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import { startApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aFile } from '../../support/factories/file.factory';
import { anItem } from '../../support/factories/item.factory';
import { aLimitedToken } from '../../support/factories/limited-token.factory';
import { aForm, submit } from '../../support/factories/form.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { LiveSocket, relayEvents } from '../../support/live-socket';
import { callTool, mcpClient } from '../../support/mcp';
import { upload } from '../../support/multipart';
import { plainRoutesOf } from '../../support/reference/plain-routes';
import { eventsDuring } from '../../support/refusals';

/** Routes with the credential of a user that a limited token can call; each decides by place, and has a test below. */
const ROUTES_WITHIN_PLACES = [
  'GET /api/boards/:id/export',
  'GET /api/files/:id',
  'GET /api/files/:id/thumbnail',
  'POST /api/auth/tokens',
  'POST /api/boards/import',
  'POST /api/files',
];

/** Of these the tools are checked below. */
const MCP = '/api/mcp';

describe('routes, for tokens that are limited to places', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let board: TestBoard;
  let sibling: TestBoard;
  let hidden: TestBoard;
  beforeAll(async () => {
    app = await startApp();
    organization = await anOrganization({ app });
    const columns = [{ name: 'Files', type: 'file' }];
    board = await aBoard({ organization, name: 'Inside', columns });
    sibling = await aBoard({ workspace: board.workspace, name: 'Sibling', columns });
    hidden = await aBoard({ organization, name: 'Outside', columns });
  });
  afterAll(() => app.close());
  const owner = () => organization.owner.client;
  const byBoard = () => aLimitedToken(organization, { boardIds: [board.id] });
  const byWorkspace = () => aLimitedToken(organization, { workspaceIds: [board.workspace.id] });

  describe('of controllers', () => {
    it('the closed list is complete', () => {
      const within = plainRoutesOf(app)
        .filter(({ requirement }) => requirement?.isWithinPlaces === true)
        .map(({ method, path }) => `${method} ${path}`);
      expect(within.toSorted()).toEqual(ROUTES_WITHIN_PLACES);
    });

    it('403 token_limited: every other route with the credential of a user', async () => {
      const client = await byWorkspace();
      const routes = plainRoutesOf(app).filter(
        ({ method, path, requirement }) =>
          requirement !== null && !ROUTES_WITHIN_PLACES.includes(`${method} ${path}`),
      );
      for (const { method, path } of routes) {
        const { status, body } = await client.request(method, path.replace(':id', newId('board')));
        const { reason } = (body as { error?: { data?: { reason?: string } } }).error?.data ?? {};
        expect([`${method} ${path}`, status, reason]).toEqual([`${method} ${path}`, 403, 'token_limited']);
      }
      expect(routes.length).toBeGreaterThan(1);
    });

    it('pages and routes with other callers do nothing with it', async () => {
      const client = await byWorkspace();
      const routes = plainRoutesOf(app).filter(
        ({ path, method, caller, requirement }) =>
          requirement === null &&
          ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method) &&
          path !== MCP &&
          (caller !== undefined || path.startsWith('/settings') || path === '/' || path.includes('scim')),
      );
      const written = await eventsDuring(organization, async () => {
        for (const { method, path } of routes) {
          const { status, body } = await client.request(method, path.replaceAll(/:\w+/g, newId('board')));
          const shown = JSON.stringify(body);
          expect([`${method} ${path}`, status < 500]).toEqual([`${method} ${path}`, true]);
          expect([`${method} ${path}`, shown.includes(organization.owner.email)]).toEqual([
            `${method} ${path}`,
            false,
          ]);
        }
      });
      expect(written).toEqual([]);
      expect(routes.length).toBeGreaterThan(10);
    });
  });

  describe('files', () => {
    const inItem = async (of: TestBoard): Promise<string> => {
      const { id } = await aFile(owner(), `In ${of.id}`);
      const itemId = await anItem(of);
      await made(owner(), 'items.setValue', { itemId, columnId: of.column('Files'), value: [id] });
      return id;
    };

    it('are downloaded from boards inside only, although the owner of the token has uploaded them all', async () => {
      const [inside, beside, outside] = [
        await inItem(board),
        await inItem(sibling),
        await inItem(hidden),
      ] as const;
      const statuses = async (client: WireClient) =>
        Promise.all(
          [inside, beside, outside, newId('file')].map(
            async (id) => (await client.request('GET', `/api/files/${id}`)).status,
          ),
        );
      expect(await statuses(await byBoard())).toEqual([200, 404, 404, 404]);
      expect(await statuses(await byWorkspace())).toEqual([200, 200, 404, 404]);
      for (const client of [await byBoard(), await byWorkspace()]) {
        const value = { itemId: await anItem(board), columnId: board.column('Files'), value: [outside] };
        const answer = await client.mutate('items.setValue', value);
        expect([400, 404]).toContain(answer.status);
      }
    });
  });

  it('imports: into boards and projects inside only', async () => {
    const client = await byBoard();
    const send = async (input: object) =>
      (
        await upload(
          client,
          [
            { field: 'input', name: null, content: JSON.stringify(input) },
            { name: 'a.csv', content: 'Name\nA\n' },
          ],
          { path: '/api/boards/import' },
        )
      ).status;
    expect(await send({ id: board.id })).toBe(200);
    for (const { id } of [sibling, hidden]) expect(await send({ id })).toBe(404);
    expect(await send({ projectId: board.project.id, name: 'New' })).toBe(403);
    expect(await send({ projectId: hidden.project.id, name: 'New' })).toBe(404);
  });

  it('exports: of boards inside only', async () => {
    const client = await byBoard();
    const status = async ({ id }: TestBoard) =>
      (await client.request('GET', `/api/boards/${id}/export?format=csv`)).status;
    expect(await status(board)).toBe(200);
    expect(await status(sibling)).toBe(404);
    expect(await status(hidden)).toBe(404);
  });

  it('forms: 403 token_limited, for opening and submitting', async () => {
    const form = await aForm(board);
    const answer = await submit(board, form, { subject: 'Hello' }, await byBoard());
    expect(answer.status).toBe(403);
    expect(JSON.stringify(answer.body)).toContain('token_limited');
  });

  describe('sockets', () => {
    const refused = async (path: string, { caller }: WireClient) => {
      const socket = await LiveSocket.open(app, path, caller);
      const { code, reason } = await socket.closed;
      return { code, reason, messages: socket.messages };
    };

    it('one board: 4404 outside, exactly as for a missing board', async () => {
      const client = await byBoard();
      const missing = await refused(`/ws/${newId('board')}`, client);
      expect(missing).toMatchObject({ code: 4404, messages: [] });
      for (const { id } of [sibling, hidden]) expect(await refused(`/ws/${id}`, client)).toEqual(missing);
    });

    it('one board: events inside, also after a replay, and none of other boards', async () => {
      await relayEvents(app);
      const client = await byBoard();
      const socket = await LiveSocket.open(app, `/ws/${board.id}?since=0`, client.caller);
      await socket.ofType('ready');
      for (const [each, name] of [
        [hidden, 'Hidden'],
        [sibling, 'Beside'],
        [board, 'Within'],
      ] as const)
        await anItem(each, { name });
      await relayEvents(app);
      await socket.find(({ payload }) => payload.item?.name === 'Within');
      const boards = new Set(socket.messages.flatMap(({ boardId }) => boardId ?? []));
      expect([...boards]).toEqual([board.id]);
      expect(JSON.stringify(socket.messages)).not.toMatch(/Hidden|Beside/);
      socket.close();
    });

    it('one board: an item that moves to a hidden board shows nothing of that board', async () => {
      await relayEvents(app);
      const itemId = await anItem(board, { name: 'Leaving' });
      const client = await byBoard();
      const socket = await LiveSocket.open(app, `/ws/${board.id}`, client.caller);
      await socket.ofType('ready');
      const to = { boardId: hidden.id, groupId: hidden.groupIds[0] };
      await made(owner(), 'items.move', { id: itemId, ...to });
      await anItem(board, { name: 'After the move' });
      await relayEvents(app);
      await socket.find(({ payload }) => payload.item?.name === 'After the move');
      expect(JSON.stringify(socket.messages)).not.toContain(hidden.id);
      expect(JSON.stringify(socket.messages)).not.toContain(hidden.groupIds[0]);
      socket.close();
    });

    it('one board: closes when the board leaves the workspaces of the token', async () => {
      const leaving = await aBoard({ workspace: board.workspace, name: 'Leaving' });
      const client = await byWorkspace();
      const socket = await LiveSocket.open(app, `/ws/${leaving.id}`, client.caller);
      await socket.ofType('ready');
      await made(owner(), 'boards.move', { id: leaving.id, projectId: hidden.project.id });
      expect((await socket.closed).code).toBe(4404);
    });

    it('of the user: 4403, because they show notifications of all places', async () => {
      expect(await refused('/ws', await byWorkspace())).toMatchObject({ code: 4403, messages: [] });
    });

    it('from an address that the token does not allow: 403 at the handshake and 4403 after the first message', async () => {
      const client = await aLimitedToken(organization, { allowedCidrs: ['203.0.113.0/24'] });
      await expect(LiveSocket.open(app, `/ws/${board.id}`, client.caller)).rejects.toMatchObject({
        status: 403,
      });
      const socket = await LiveSocket.open(app, `/ws/${board.id}`, { slug: organization.slug });
      socket.send('auth', { token: client.caller.token! });
      expect((await socket.closed).code).toBe(4403);
      expect(socket.messages).toEqual([]);
    });
  });

  describe('MCP', () => {
    it('lists the tools that the token can call', async () => {
      const client = await mcpClient(await byBoard());
      const registry = app.nest.get(ProcedureRegistry, { strict: false }).all();
      const within = new Set(
        registry
          .filter(({ isWithinPlaces }) => isWithinPlaces === true)
          .map(({ name }) => name.replaceAll('.', '_')),
      );
      const { tools } = await client.listTools();
      expect(tools.length).toBeGreaterThan(5);
      expect(tools.map(({ name }) => name).filter((name) => !within.has(name))).toEqual([]);
    });

    it('a tool that is not listed is rejected, and hidden boards look like missing ones', async () => {
      const client = await mcpClient(await byBoard());
      const all = await mcpClient(owner());
      const own = new Set((await client.listTools()).tools.map(({ name }) => name));
      const others = (await all.listTools()).tools.map(({ name }) => name).filter((name) => !own.has(name));
      for (const name of others) {
        const { text, isError } = await callTool(client, name);
        expect([name, isError, text.split('\n')[1]]).toEqual([name, true, 'Reason: token_limited']);
      }
      const shown = async (id: string) => callTool(client, 'boards_get', { id });
      const missing = await shown(newId('board'));
      expect(await shown(hidden.id)).toEqual(missing);
      expect(await shown(sibling.id)).toEqual(missing);
      expect((await shown(board.id)).isError).toBe(false);
    });
  });

  describe('what the procedures show of hidden places', () => {
    it('activity, events, Trash and restorations', async () => {
      const client = await byBoard();
      const gone = await anItem(hidden, { name: 'Hidden and deleted' });
      await made(owner(), 'items.delete', { id: gone });
      const lost = await aBoard({ organization, name: 'Hidden board in Trash' });
      await made(owner(), 'boards.delete', { id: lost.id });
      await relayEvents(app);

      const texts: string[] = [];
      for (const [name, input] of [
        ['activity.list', {}],
        ['events.list', { limit: 200 }],
        ['trash.list', {}],
        ['workspaces.list', {}],
        ['items.assigned', {}],
      ] as const) {
        const { status, body } = await client.query(name, input);
        expect([name, status === 200 || status === 400]).toEqual([name, true]);
        texts.push(JSON.stringify(body));
      }
      for (const text of texts) expect(text).not.toMatch(/Hidden|Outside/);
      for (const text of texts) for (const id of [hidden.id, lost.id, gone]) expect(text).not.toContain(id);

      for (const [name, id, noun] of [
        ['items.restore', gone, 'item'],
        ['boards.restore', lost.id, 'board'],
        ['trash.purge', gone, 'item'],
        ['trash.purge', lost.id, 'board'],
      ] as const) {
        const missing = newId(noun);
        const [theirs, none] = [
          await client.mutate(name, { id }),
          await client.mutate(name, { id: missing }),
        ];
        expect([name, theirs.status]).toEqual([name, none.status]);
        expect(JSON.stringify(theirs.body).replaceAll(id, 'ID')).toBe(
          JSON.stringify(none.body).replaceAll(missing, 'ID'),
        );
      }
    });

    it('a link to a hidden board shows no names, and no lookup through it can be created', async () => {
      const secret = await anItem(hidden, { name: 'Secret plan' });
      const target = await made(owner(), 'columns.create', {
        boardId: hidden.id,
        name: 'Budget',
        type: 'number',
      });
      const link = await made(owner(), 'columns.create', {
        boardId: board.id,
        name: 'Source',
        type: 'link',
        config: { boardIds: [hidden.id] },
      });
      const itemId = await anItem(board, { name: 'Linked' });
      await made(owner(), 'items.setValue', { itemId, columnId: link.id, value: [secret] });
      const client = await byBoard();
      for (const input of [{ id: itemId }, { id: itemId, include: ['linkedItems'] }]) {
        const { body } = await client.query('items.get', input);
        expect(JSON.stringify(body)).not.toContain('Secret plan');
      }
      const exported = await client.request('GET', `/api/boards/${board.id}/export?format=json`);
      expect(JSON.stringify(exported.body)).not.toContain('Secret plan');

      const config = { linkColumnId: link.id, targetColumnId: target.id, aggregate: 'list' };
      const lookup = { boardId: board.id, name: 'Budget of the source', type: 'lookup', config };
      const answer = await client.mutate('columns.create', lookup);
      expect([400, 404]).toContain(answer.status);
      expect(JSON.stringify(answer.body)).not.toContain('Budget"');
    });

    it('an automation cannot act on a hidden board', async () => {
      const client = await byBoard();
      const rule = (to: string, groupId: string | undefined) => ({
        boardId: board.id,
        name: 'Out',
        trigger: { type: 'item.created', config: {} },
        actions: [{ type: 'create_item', config: { boardId: to, groupId, name: 'Leaked {{item.name}}' } }],
      });
      for (const each of [hidden, sibling]) {
        const answer = await client.mutate('automations.create', rule(each.id, each.groupIds[0]));
        expect([400, 404]).toContain(answer.status);
      }
    });
  });
});
