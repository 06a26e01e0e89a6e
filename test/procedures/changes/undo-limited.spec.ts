import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import type { WireAnswer, WireClient } from '../../support/client';
import { contentOf } from '../../support/exported-board';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';
import { aLimitedToken } from '../../support/factories/limited-token.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';

const COLUMNS = [{ name: 'Text', type: 'text' }];
const shape = ({ status, error }: WireAnswer) => [status, error?.message, error?.data];

describe('changes.undo by a token with limits', () => {
  let organization: TestOrganization;
  let owner: WireClient;
  let inside: TestBoard;
  let outside: TestBoard;
  let token: WireClient;
  let unknown: unknown;
  beforeAll(async () => {
    organization = await anOrganization();
    owner = organization.owner.client;
    inside = await aBoard({ organization, groups: ['A', 'B'], columns: COLUMNS });
    outside = await aBoard({ organization, groups: ['A', 'B'], columns: COLUMNS });
    token = await aLimitedToken(organization, { boardIds: [inside.id] });
    unknown = shape(await undo('no-such-request'));
  });
  const call = async (name: string, input: object, headers: Record<string, string> = {}) => {
    const answer = await owner.mutate(name, input, headers);
    expect([name, answer.status, answer.error]).toEqual([name, 200, undefined]);
    return { requestId: answer.headers['x-request-id']!, data: answer.data };
  };
  const undo = (requestId: string, client = token) => client.mutate('changes.undo', { requestId });
  const setText = (board: TestBoard, itemId: string, value: string, headers = {}) =>
    call('items.setValue', { itemId, columnId: board.column('Text'), value }, headers);

  it('404: whatever was changed elsewhere, exactly as for a change that does not exist', async () => {
    const itemId = await anItem(outside, { groupId: outside.group('A') });
    const spare = await call('boards.groups.create', { boardId: outside.id, name: 'Spare' });
    const large = await call('boards.groups.create', { boardId: outside.id, name: 'Large' });
    const changes = [
      await setText(outside, itemId, 'changed'),
      await call('items.update', { id: itemId, name: 'Renamed' }),
      await call('items.move', { id: itemId, groupId: outside.group('B') }),
      await call('items.create', { boardId: outside.id, groupId: outside.group('A'), name: 'Created' }),
      await call('items.delete', { id: itemId }),
      await call('comments.create', { itemId: await anItem(outside), body: 'Said' }),
      await call('columns.create', { boardId: outside.id, name: 'New', type: 'number' }),
      await call('boards.update', { id: outside.id, name: 'Renamed' }),
      await call('boards.groups.delete', { id: spare.data.id }),
      await call('boards.groups.delete', { id: large.data.id }),
      await call('organizations.update', { name: 'Renamed' }),
    ];
    // A group with more items than can be undone: its event does not name them.
    const { rowCount } = await organization.app.sql.query(
      `with many as (
         update outbox set data = data - 'itemIds' where origin->>'requestId' = $1 returning 1
       ), relayed as (
         update events set data = data - 'itemIds' where origin->>'requestId' = $1 returning 1)
       select 1 from many union all select 1 from relayed`,
      [changes.at(-2)!.requestId],
    );
    expect(rowCount).toBeGreaterThan(0);
    expect(shape(await undo(changes.at(-2)!.requestId, owner))[0]).toBe(400);
    const before = await contentOf(owner, outside.id);
    for (const { requestId } of changes) expect(shape(await undo(requestId))).toEqual(unknown);
    expect(await contentOf(owner, outside.id)).toEqual(before);
  });

  it('404: an import elsewhere, by its id and by the id of its request', async () => {
    const file = { content: 'Name\nOne\nTwo\n' };
    const { requestId, data } = await call('boards.import', { id: outside.id, file });
    const byId = (importId: string) => token.mutate('changes.undo', { importId });
    expect(shape(await byId(data.import.id))).toEqual(shape(await byId(newId('import'))));
    expect(shape(await undo(requestId))).toEqual(unknown);
    expect((await owner.mutate('changes.undo', { importId: data.import.id })).data.undone).toBe(2);
  });

  it('200: of a change inside and elsewhere, the part inside, without naming the other one', async () => {
    const [here, there] = [await anItem(inside), await anItem(outside)];
    const headers = { 'x-request-id': `mixed-${here}` };
    await setText(inside, here, 'here', headers);
    await setText(outside, there, 'there', headers);
    const { status, data } = await undo(headers['x-request-id']);
    expect([status, data]).toEqual([200, { undone: 1, skipped: [], nextCursor: null }]);
    expect(await valueOf(inside, here, inside.column('Text'))).toBeNull();
    expect(await valueOf(outside, there, outside.column('Text'))).toBe('there');
  });

  it('an item that was moved into the limits does not go back out of them, and one that left is not found', async () => {
    const [came, left] = [await anItem(outside), await anItem(inside)];
    const move = (id: string, { id: boardId, groupIds }: TestBoard) =>
      call('items.move', { id, boardId, groupId: groupIds[0] });
    const [arrival, departure] = [await move(came, inside), await move(left, outside)];
    expect((await undo(arrival.requestId)).data).toEqual({
      undone: 0,
      skipped: [{ itemId: came, reason: 'no_permission' }],
      nextCursor: null,
    });
    expect(shape(await undo(departure.requestId))).toEqual(unknown);
    const boardOf = async (id: string) => (await owner.query('items.get', { id })).data.boardId;
    expect([await boardOf(came), await boardOf(left)]).toEqual([inside.id, outside.id]);
  });

  it('200: by workspace, on every board of it and on no other', async () => {
    const byWorkspace = await aLimitedToken(organization, { workspaceIds: [inside.workspace.id] });
    const sibling = await aBoard({ workspace: inside.workspace, columns: COLUMNS });
    const set = async (board: TestBoard) => (await setText(board, await anItem(board), 'x')).requestId;
    expect((await undo(await set(sibling), byWorkspace)).data).toEqual({
      undone: 1,
      skipped: [],
      nextCursor: null,
    });
    expect(shape(await undo(await set(sibling)))).toEqual(unknown);
    expect(shape(await undo(await set(outside), byWorkspace))).toEqual(unknown);
  });

  it('403: from an address that the token does not allow', async () => {
    const itemId = await anItem(inside);
    const { requestId } = await setText(inside, itemId, 'kept');
    const elsewhere = await aLimitedToken(organization, { allowedCidrs: ['203.0.113.0/24'] });
    const { status, error } = await undo(requestId, elsewhere);
    expect([status, error!.data]).toMatchObject([403, { reason: 'address_not_allowed' }]);
    expect(await valueOf(inside, itemId, inside.column('Text'))).toBe('kept');
  });
});
