import { beforeAll, describe, expect, it } from 'vitest';
import {
  codesWithoutCredential,
  ONLY_BUILDERS,
  statusesByRole,
  statusWithoutScope,
  UNAUTHORIZED,
} from '../../../support/access-checks';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../../support/refusals';

interface Placed {
  id: string;
  name: string;
  position: number;
}

async function groupsOf({ id, organization }: TestBoard): Promise<Placed[]> {
  return (await organization.owner.client.query('boards.get', { id })).data.groups;
}

describe('boards.groups.create', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard();
  });
  const create = (input: object, client = board.organization.owner.client, boardId: string = board.id) =>
    client.mutate('boards.groups.create', { boardId, ...input });

  it('200: at the end of the board, with an unused color', async () => {
    const own = await aBoard({ groups: ['One'] });
    const { status, data } = await create({ name: 'Two' }, own.organization.owner.client, own.id);
    expect(status).toBe(200);
    expect(data).toMatchObject({ name: 'Two', position: 1, collapsed: false });
    expect(data.id).toMatch(/^grp_[0-9A-Z]{26}$/);
    expect(data.color).toMatch(/^#[0-9A-F]{6}$/);
    expect(data.color).not.toBe(own.record.groups[0].color);
    expect((await groupsOf(own))[1]).toEqual(data);
  });

  it('200: at a position, moving the following groups', async () => {
    const own = await aBoard({ groups: ['A', 'B', 'C'] });
    const { client } = own.organization.owner;
    await create({ name: 'First', position: 0, color: '#abcdef' }, client, own.id);
    await create({ name: 'Middle', position: 2 }, client, own.id);
    const { data } = await create({ name: 'Last', position: 5 }, client, own.id);
    expect(data.position).toBe(5);
    expect((await create({ name: 'Beyond', position: 10_000 }, client, own.id)).data.position).toBe(6);
    const groups = await groupsOf(own);
    expect(groups.map(({ name }) => name)).toEqual(['First', 'A', 'Middle', 'B', 'C', 'Last', 'Beyond']);
    expect(groups.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(groups[0]).toMatchObject({ color: '#abcdef' });
  });

  it('200: writes one event', async () => {
    let group: unknown;
    const events = await eventsDuring(board.organization, async () => {
      group = (await create({ name: 'Evented' })).data;
    });
    expect(events).toEqual([
      { type: 'group.created', boardId: board.id, actorId: board.organization.owner.userId, data: { group } },
    ]);
  });

  it('200: 20 concurrent calls, with reorders and a deletion: positions remain 0 to n-1', async () => {
    const own = await aBoard({ groups: ['A', 'B', 'C', 'D'] });
    const { client } = own.organization.owner;
    const creations = Array.from({ length: 20 }, (_, number) =>
      create({ name: `New ${number}`, ...(number % 2 ? { position: number % 4 } : {}) }, client, own.id),
    );
    const disturbances = Array.from({ length: 6 }, async (_, number) => {
      const ids = (await groupsOf(own)).map(({ id }) => id).reverse();
      const input = { boardId: own.id, groupIds: ids };
      const { status } = await client.mutate('boards.groups.reorder', input);
      // The list may have grown since it was read.
      expect([200, 400]).toContain(status);
      if (number === 3) await client.mutate('boards.groups.delete', { id: own.group('B') });
    });
    const answers = await Promise.all(creations);
    await Promise.all(disturbances);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const groups = await groupsOf(own);
    expect(groups).toHaveLength(23);
    expect(groups.map(({ position }) => position)).toEqual([...groups.keys()]);
    expect(new Set(groups.map(({ id }) => id)).size).toBe(23);
    const { rows } = await own.organization.app.sql.query(
      'select structure_version::int as version from boards where organization_id = $1 and id = $2',
      [own.organization.id, own.id],
    );
    expect(rows[0].version).toBeGreaterThanOrEqual(21);
  });

  it.each([
    ['no name', {}, 'name'],
    ['a blank name', { name: '  ' }, 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
    ['an invalid color', { name: 'A', color: '#12345' }, 'color'],
    ['a negative position', { name: 'A', position: -1 }, 'position'],
    ['a position that is no whole number', { name: 'A', position: 0.5 }, 'position'],
    ['a position beyond all numbers', { name: 'A', position: 1e300 }, 'position'],
    ['an unknown key', { name: 'A', collapsed: true }, 'collapsed'],
  ])('400: %s', async (_what, input, path) => {
    const written = await eventsDuring(board.organization, async () => {
      expect(refusedPaths(await create(input))).toContain(path);
    });
    expect(written).toEqual([]);
  });

  it('401: without a credential', async () => {
    const codes = await codesWithoutCredential(board.workspace, (client) => create({ name: 'No' }, client));
    expect(codes).toEqual(UNAUTHORIZED);
  });

  it('403: all but members of the workspace', async () => {
    const statuses = await statusesByRole(board.workspace, (client) => create({ name: 'Maybe' }, client));
    expect(statuses).toEqual(ONLY_BUILDERS);
  });

  it('403: a token without the scope write', async () => {
    const { workspace } = board;
    expect(await statusWithoutScope(workspace, 'write', (client) => create({ name: 'No' }, client))).toBe(
      403,
    );
  });

  it("404: another organization's board looks exactly like a missing one", async () => {
    const other = await aBoard();
    expect(await lookOf(other.id, (boardId) => create({ name: 'A', boardId }))).toEqual(MISSING);
    expect(await groupsOf(other)).toHaveLength(1);
  });
});
