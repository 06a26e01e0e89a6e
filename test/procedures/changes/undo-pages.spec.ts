import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { deliverEvents } from '../../support/events';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { refusedPaths } from '../../support/refusals';

/** More than one undo reads: 20,000. */
const EVENTS = 20_050;

describe('changes.undo of a change with many events', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ columns: [{ name: 'Count', type: 'number' }] });
  });
  const client = () => board.organization.owner.client;
  const undo = (input: object) => client().mutate('changes.undo', input);
  const countOf = async (id: string): Promise<unknown> =>
    (await client().query('items.get', { id })).data.values[board.column('Count')];

  /** A call that counted from 1 to EVENTS, of which only the first step was a call. Returns its request. */
  async function aLongCount(itemId: string, headers: Record<string, string> = {}): Promise<string> {
    const { organization } = board;
    const input = { itemId, columnId: board.column('Count') };
    const answer = await client().mutate('items.setValue', { ...input, value: 1 }, headers);
    const requestId = answer.headers['x-request-id']!;
    await client().mutate('items.setValue', { ...input, value: EVENTS });
    await deliverEvents(organization.app);
    await organization.app.sql.query(
      `insert into outbox (id, organization_id, type, board_id, item_id, actor_id, origin, occurred_at, data)
       select 'evt_' || lpad(at::text, 26, '0'), organization_id, type, board_id, item_id, actor_id, origin, occurred_at,
         data || jsonb_build_object('value', at, 'previousValue', at - 1)
       from events cross join generate_series(2, $3::int) at
       where organization_id = $1 and origin ->> 'requestId' = $2 and item_id = $4
       order by at`,
      [organization.id, requestId, EVENTS, itemId],
    );
    return requestId;
  }

  it('undoes the latest part, and the rest with its cursor, also when the events have moved to the log', async () => {
    const id = await anItem(board);
    const requestId = await aLongCount(id);
    const first = await undo({ requestId });
    expect(first.data).toEqual({ undone: 1, skipped: [], nextCursor: expect.stringMatching(/^evt_/) });
    expect(await countOf(id)).toBe(EVENTS - 20_000);
    await deliverEvents(board.organization.app);
    const rest = await undo({ requestId, cursor: first.data.nextCursor });
    expect(rest.data).toEqual({ undone: 1, skipped: [], nextCursor: null });
    expect(await countOf(id)).toBeUndefined();
  });

  it('400: a cursor that is not of the change', async () => {
    const id = await anItem(board);
    const { headers } = await client().mutate('items.setValue', {
      itemId: id,
      columnId: board.column('Count'),
      value: 7,
    });
    const requestId = headers['x-request-id'];
    for (const cursor of [newId('event'), `evt_${'2'.padStart(26, '0')}`])
      expect(refusedPaths(await undo({ requestId, cursor }))).toEqual(['cursor']);
    expect(await countOf(id)).toBe(7);
  });

  it('400: a cursor of the change of another user, as one that does not exist', async () => {
    const { client: member } = await board.workspace.addMember('member');
    const itemId = await anItem(board);
    const headers = { 'x-request-id': `cursor-${itemId}` };
    for (const value of [1, 2])
      await client().mutate('items.setValue', { itemId, columnId: board.column('Count'), value }, headers);
    await deliverEvents(board.organization.app);
    const { rows } = await board.organization.app.sql.query<{ id: string }>(
      `select id from events where organization_id = $1 and origin ->> 'requestId' = $2 order by sequence desc`,
      [board.organization.id, headers['x-request-id']],
    );
    const answerTo = async (cursor: string) => {
      const { status, error } = await member.mutate('changes.undo', {
        requestId: headers['x-request-id'],
        cursor,
      });
      return [status, error];
    };
    const unknown = await answerTo(newId('event'));
    expect(unknown[0]).toBe(400);
    for (const { id } of rows) expect(await answerTo(id)).toEqual(unknown);
    expect(await countOf(itemId)).toBe(2);
  });

  it('undoes the own part of a change, behind any number of changes of others', async () => {
    const { client: member } = await board.workspace.addMember('member');
    const [mine, theirs] = [await anItem(board), await anItem(board)];
    const headers = { 'x-request-id': `behind-${mine}` };
    await member.mutate(
      'items.setValue',
      { itemId: mine, columnId: board.column('Count'), value: 5 },
      headers,
    );
    await deliverEvents(board.organization.app);
    const requestId = await aLongCount(theirs, headers);
    const { status, data } = await member.mutate('changes.undo', { requestId });
    expect([status, data]).toEqual([200, { undone: 1, skipped: [], nextCursor: null }]);
    expect(await countOf(mine)).toBeUndefined();
    expect(await countOf(theirs)).toBe(EVENTS);
  });
});
