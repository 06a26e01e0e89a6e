import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../../support/app';
import { auditEntries } from '../../../support/audit';
import { WireClient, type WireAnswer } from '../../../support/client';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { anItem } from '../../../support/factories/item.factory';
import { aLimitedToken } from '../../../support/factories/limited-token.factory';
import { anOrganization, type TestOrganization } from '../../../support/factories/organization.factory';
import { made } from '../../../support/factories/workspace.factory';
import { expectHidden, refusedPaths } from '../../../support/refusals';
import { indexed } from '../../../support/search-index';

const reasonOf = ({ error }: WireAnswer) => (error!.data as { reason?: string }).reason;

describe('tokens with limits', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let board: TestBoard;
  let sibling: TestBoard;
  let hidden: TestBoard;
  beforeAll(async () => {
    app = await sharedApp();
  });
  beforeEach(async () => {
    organization = await anOrganization({ app });
    board = await aBoard({ organization, name: 'Inside' });
    sibling = await aBoard({ workspace: board.workspace, name: 'Sibling' });
    hidden = await aBoard({ organization, name: 'Outside' });
  });
  const owner = () => organization.owner.client;
  const idsIn = ({ data }: WireAnswer, noun: string) =>
    (data[noun] as { id: string }[]).map(({ id }) => id).toSorted();
  const clientOf = ({ data }: WireAnswer) =>
    new WireClient(app, { token: data.token, slug: organization.slug });

  describe('lists', () => {
    /** What a client finds of the three boards with one item each. */
    const seenBy = async (client: WireClient) => {
      const found: Record<string, unknown> = {};
      const { data } = await client.query('workspaces.list');
      found['workspaces'] = data.workspaces.map(({ id }: { id: string }) => id);
      found['projectCounts'] = data.workspaces.map((each: { projectCount: number }) => each.projectCount);
      const names = async (name: string, input: object, noun: string) =>
        (await client.query(name, input)).data[noun].map((each: { name: string }) => each.name).toSorted();
      found['search'] = await names('search.query', { q: 'side', types: ['item'] }, 'results');
      found['assigned'] = await names('items.assigned', {}, 'items');
      found['trash'] = (await client.query('trash.list', {})).data.items.map(
        ({ boardId }: { boardId: string }) => boardId,
      );
      const { events } = (await client.query('events.list', { limit: 200 })).data;
      found['events'] = new Set(events.map((each: { boardId?: string }) => each.boardId)).size;
      return found;
    };
    beforeEach(async () => {
      for (const each of [board, sibling, hidden]) {
        const item = await anItem(each, { name: `Side ${each === hidden ? 'outside' : 'inside'}` });
        const people = each.record.columns.find(({ type }: { type: string }) => type === 'people').id;
        const value = [organization.owner.userId];
        await made(owner(), 'items.setValue', { itemId: item, columnId: people, value });
        const trashed = await anItem(each, { name: 'Trashed' });
        await made(owner(), 'items.delete', { id: trashed });
      }
      await indexed(organization);
    });

    it('by workspace: nothing of other workspaces', async () => {
      const client = await aLimitedToken(organization, { workspaceIds: [board.workspace.id] });
      expect(await seenBy(client)).toMatchObject({
        workspaces: [board.workspace.id],
        projectCounts: [2],
        search: ['Side inside', 'Side inside'],
        assigned: ['Side inside', 'Side inside'],
      });
      expect((await client.query('trash.list', {})).data.items).toHaveLength(2);
    });

    it('by board: nothing of other boards, also in the same workspace', async () => {
      const client = await aLimitedToken(organization, { boardIds: [board.id] });
      expect(await seenBy(client)).toMatchObject({
        workspaces: [board.workspace.id],
        projectCounts: [1],
        search: ['Side inside'],
        assigned: ['Side inside'],
        trash: [board.id],
      });
      const projects = await client.query('projects.list', { workspaceId: board.workspace.id });
      expect(idsIn(projects, 'projects')).toEqual([board.project.id]);
      expect((await client.query('projects.get', { id: sibling.project.id })).status).toBe(404);
    });

    it('a member sees no more than without limits', async () => {
      const member = await organization.addMember('member');
      await made(owner(), 'workspaces.update', { id: board.workspace.id, visibility: 'closed' });
      for (const limits of [{ workspaceIds: [board.workspace.id] }, { boardIds: [board.id] }]) {
        const client = await aLimitedToken(organization, limits, { member });
        expect((await client.query('workspaces.list')).data.workspaces).toEqual([]);
        expect((await client.query('search.query', { q: 'Side' })).data.results).toEqual([]);
        expect((await client.query('items.assigned', {})).data.items).toEqual([]);
        await expectHidden(board.id, (id) => client.query('boards.get', { id }));
      }
    });
  });

  it('inside its limits, a token can do what its owner can', async () => {
    const byBoard = await aLimitedToken(organization, { boardIds: [board.id] });
    await made(byBoard, 'columns.create', { boardId: board.id, name: 'New', type: 'text' });
    const input = { workspaceId: board.workspace.id, name: 'Another' };
    expect((await byBoard.mutate('projects.create', input)).status).toBe(403);
    const byWorkspace = await aLimitedToken(organization, { workspaceIds: [board.workspace.id] });
    const { id } = await made(byWorkspace, 'projects.create', input);
    expect(
      idsIn(await byWorkspace.query('projects.list', { workspaceId: board.workspace.id }), 'projects'),
    ).toContain(id);
  });

  it("403: members, settings, exports, webhooks and notifications; the organization's templates do not exist", async () => {
    const client = await aLimitedToken(organization, { workspaceIds: [board.workspace.id] });
    for (const name of [
      'organizations.members.list',
      'organizations.get',
      'webhooks.list',
      'templates.list',
      'notifications.list',
      'auth.tokens.list',
    ])
      expect([name, reasonOf(await client.query(name))]).toEqual([name, 'token_limited']);
    const url = 'https://example.com/hook';
    const created = await client.mutate('webhooks.create', { name: 'x', url, events: ['item.created'] });
    expect(reasonOf(created)).toBe('token_limited');
    const { id: templateId } = await made(owner(), 'templates.create', { boardId: hidden.id, name: 'T' });
    const fromTemplate = { projectId: board.project.id, name: 'Copy', templateId };
    expect((await client.mutate('boards.create', fromTemplate)).status).toBe(404);
    expect((await client.request('GET', `/api/boards/${hidden.id}/export?format=csv`)).status).toBe(404);
    expect((await client.request('GET', '/api/audit/export')).status).toBe(403);
  });

  it('a limit to a board that is deleted shows nothing', async () => {
    const client = await aLimitedToken(organization, { boardIds: [board.id] });
    expect((await client.query('workspaces.list')).data.workspaces).toHaveLength(1);
    await made(owner(), 'boards.delete', { id: board.id });
    expect((await client.query('workspaces.list')).data.workspaces).toEqual([]);
    expect((await client.query('search.query', { q: 'Inside' })).data.results).toEqual([]);
  });

  describe('addresses', () => {
    it('403: from another address, with a reason and one entry in the audit log', async () => {
      const client = await aLimitedToken(organization, { allowedCidrs: ['203.0.113.0/24', '2001:db8::/32'] });
      for (const call of [1, 2]) {
        const answer = await client.query('auth.me');
        expect([call, answer.status, reasonOf(answer)]).toEqual([call, 403, 'address_not_allowed']);
      }
      expect((await client.request('POST', '/api/files')).status).toBe(403);
      const entries = await auditEntries(organization, { action: 'auth.tokens.use' });
      expect(entries).toEqual([
        expect.objectContaining({ outcome: 'failure', reason: 'address_not_allowed', ip: '127.0.0.1' }),
      ]);
    });

    it('200: from an address in one of the lists; other limits do not apply', async () => {
      const client = await aLimitedToken(organization, { allowedCidrs: ['203.0.113.7', '127.0.0.0/8'] });
      expect((await client.query('auth.me')).status).toBe(200);
      expect((await client.query('organizations.members.list')).status).toBe(200);
    });
  });

  describe('auth.tokens.create', () => {
    const create = (client: WireClient, input: object) =>
      client.mutate('auth.tokens.create', { name: 'New', scopes: ['read'], ...input });

    it('200: with limits, which the response and the list show', async () => {
      const limits = { workspaceIds: [board.workspace.id], allowedCidrs: ['127.0.0.1'] };
      const answer = await create(owner(), { ...limits, expiresIn: '90d' });
      expect(answer.data).toEqual({
        id: expect.stringMatching(/^tok_/),
        name: 'New',
        token: expect.stringMatching(/^svc_pat_/),
        scopes: ['read'],
        ...limits,
        expiresAt: expect.stringMatching(/Z$/),
        createdAt: expect.stringMatching(/Z$/),
      });
      const { data } = await owner().query('auth.tokens.list');
      expect(data.tokens.at(-1)).toMatchObject({ ...limits, boardIds: null });
      await expectHidden(hidden.id, (id) => clientOf(answer).query('boards.get', { id }));
      expect((await clientOf(answer).query('boards.get', { id: board.id })).status).toBe(200);
      const body = { name: 'Route', scopes: ['read'], boardIds: [board.id] };
      const plain = await owner().request('POST', '/api/auth/tokens', body);
      expect(plain.body).toMatchObject({ name: 'Route', boardIds: [board.id] });
    });

    it.each([
      [
        'both kinds of places',
        () => ({ workspaceIds: [board.workspace.id], boardIds: [board.id] }),
        'boardIds',
      ],
      ['no places', () => ({ workspaceIds: [] }), 'workspaceIds'],
      ['51 boards', () => ({ boardIds: Array.from({ length: 51 }, () => board.id) }), 'boardIds'],
      ['a board twice', () => ({ boardIds: [board.id, board.id] }), 'boardIds'],
      ['ids of another noun', () => ({ workspaceIds: [board.id] }), 'workspaceIds.0'],
      ['a name as an address', () => ({ allowedCidrs: ['example.com'] }), 'allowedCidrs.0'],
      ['a prefix that is too long', () => ({ allowedCidrs: ['10.0.0.0/33'] }), 'allowedCidrs.0'],
      ['an address with a zone', () => ({ allowedCidrs: ['fe80::1%eth0'] }), 'allowedCidrs.0'],
      ['a list as text', () => ({ allowedCidrs: '10.0.0.0/8' }), 'allowedCidrs'],
    ])('400: %s', async (_what, limits, path) => {
      expect(refusedPaths(await create(owner(), limits()))).toEqual([path]);
      const body = { name: 'x', scopes: ['read'], ...limits() };
      const plain = await owner().request('POST', '/api/auth/tokens', body);
      expect(refusedPaths(plain)).toEqual([path.split('.')[0]]);
    });

    it('404: a place that the creator does not see, or of another organization', async () => {
      const member = await organization.addMember('member');
      await made(owner(), 'workspaces.update', { id: hidden.workspace.id, visibility: 'closed' });
      const foreign = await aBoard({ organization: await anOrganization({ app }) });
      for (const each of [hidden, foreign]) {
        await expectHidden(each.id, (id) => create(member.client, { boardIds: [board.id, id] }));
        await expectHidden(each.workspace.id, (id) => create(member.client, { workspaceIds: [id] }));
      }
    });

    it('a token passes its own limits on, or narrower ones', async () => {
      const cidrs = ['127.0.0.0/8', '2001:db8::/32'];
      const parent = await aLimitedToken(organization, {
        workspaceIds: [board.workspace.id],
        allowedCidrs: cidrs,
      });
      const silent = (await create(parent, {})).data;
      expect(silent).toMatchObject({ workspaceIds: [board.workspace.id], allowedCidrs: cidrs });
      const narrower = (await create(parent, { boardIds: [board.id], allowedCidrs: ['127.0.0.1'] })).data;
      expect(narrower).toMatchObject({ boardIds: [board.id], allowedCidrs: ['127.0.0.1'] });
      expect(narrower).not.toHaveProperty('workspaceIds');
      for (const allowedCidrs of [['0.0.0.0/0'], ['127.0.0.1', '10.0.0.1'], ['2001:db8::/31']])
        expect((await create(parent, { allowedCidrs })).status).toBe(403);
      expect((await create(parent, { workspaceIds: [hidden.workspace.id] })).status).toBe(404);
      const byBoard = await aLimitedToken(organization, { boardIds: [board.id] });
      expect((await create(byBoard, { workspaceIds: [board.workspace.id] })).status).toBe(403);
      expect((await create(byBoard, { boardIds: [sibling.id] })).status).toBe(404);
      expect((await create(byBoard, {})).data).toMatchObject({ boardIds: [board.id] });
    });
  });
});
