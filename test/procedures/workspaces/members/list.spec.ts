import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import {
  codesWithoutCredential,
  ONLY_ONLOOKERS,
  statusesBySight,
  statusWithoutScope,
  UNAUTHORIZED,
} from '../../../support/access-checks';
import { anOrganization } from '../../../support/factories/organization.factory';
import { aWorkspace, made, type TestWorkspace } from '../../../support/factories/workspace.factory';
import { lookOf, MISSING, refusedPaths } from '../../../support/refusals';

describe('workspaces.members.list', () => {
  let workspace: TestWorkspace;
  beforeAll(async () => {
    workspace = await aWorkspace();
  });
  const list = (input: object = {}, client = workspace.organization.owner.client) =>
    client.query('workspaces.members.list', { workspaceId: workspace.id, ...input });

  it('200: members with their roles', async () => {
    const own = await aWorkspace();
    const { owner } = own.organization;
    const viewer = await own.addMember('viewer', 'Vera');
    const { status, data } = await list({ workspaceId: own.id }, owner.client);
    expect(status).toBe(200);
    const updatedAt = expect.stringMatching(/Z$/);
    expect(data).toEqual({
      members: [
        { userId: owner.userId, name: owner.name, isServiceAccount: false, role: 'admin', updatedAt },
        { userId: viewer.userId, name: 'Vera', isServiceAccount: false, role: 'viewer', updatedAt },
      ],
      nextCursor: null,
    });
  });

  it('200: pages are complete while members join and leave between them', async () => {
    const own = await aWorkspace();
    const { owner } = own.organization;
    const ids = [owner.userId];
    for (let number = 0; number < 4; number += 1) ids.push((await own.addMember()).userId);
    const page = async (cursor?: string) => {
      const input = { workspaceId: own.id, limit: 2, ...(cursor ? { cursor } : {}) };
      return (await list(input, owner.client)).data;
    };
    const first = await page();
    expect(first.nextCursor).toBe(ids[1]);
    await made(owner.client, 'workspaces.members.remove', { workspaceId: own.id, userId: ids[1] });
    ids.push((await own.addMember()).userId);
    const second = await page(first.nextCursor);
    const third = await page(second.nextCursor);
    const pages = [first, second, third];
    expect(pages.flatMap(({ members }) => members.map(({ userId }: { userId: string }) => userId))).toEqual(
      ids,
    );
    expect(third.nextCursor).toBeNull();
  });

  it.each([
    ['no workspace', { workspaceId: undefined }, 'workspaceId'],
    ['a limit of 0', { limit: 0 }, 'limit'],
    ['a limit of 201', { limit: 201 }, 'limit'],
    ['an unknown cursor', { cursor: newId('user') }, 'cursor'],
    ['an unknown key', { role: 'admin' }, 'role'],
  ])('400: %s', async (_what, input, path) => {
    expect(refusedPaths(await list(input))).toContain(path);
  });

  it("400: another organization's member as the cursor, like an unknown one", async () => {
    const { owner } = await anOrganization();
    const answer = await list({ cursor: owner.userId });
    expect(answer.body).toEqual((await list({ cursor: newId('user') })).body);
  });

  it('401: without a credential', async () => {
    expect(await codesWithoutCredential(workspace, (client) => list({}, client))).toEqual(UNAUTHORIZED);
  });

  it('403: a token without the scope read', async () => {
    expect(await statusWithoutScope(workspace, 'read', (client) => list({}, client))).toBe(403);
  });

  it('404: of a closed workspace, for all who are not its members', async () => {
    const closed = await aWorkspace({ visibility: 'closed' });
    const statuses = await statusesBySight(closed, (client) => list({ workspaceId: closed.id }, client));
    expect(statuses).toEqual(ONLY_ONLOOKERS);
  });

  it("404: another organization's workspace looks exactly like a missing one", async () => {
    const other = await aWorkspace();
    expect(await lookOf(other.id, (workspaceId) => list({ workspaceId }))).toEqual(MISSING);
  });
});
