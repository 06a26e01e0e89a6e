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
  async function aLongCount(itemId: string): Promise<string> {
    const { organization } = board;
    const input = { itemId, columnId: board.column('Count') };
    const { headers } = await client().mutate('items.setValue', { ...input, value: 1 });
    await client().mutate('items.setValue', { ...input, value: EVENTS });
    await deliverEvents(organization.app);
    await organization.app.sql.query(
      `insert into outbox (id, organization_id, type, board_id, item_id, actor_id, origin, occurred_at, data)
       select 'evt_' || lpad(at::text, 26, '0'), organization_id, type, board_id, item_id, actor_id, origin, occurred_at,
         data || jsonb_build_object('value', at, 'previousValue', at - 1)
       from events cross join generate_series(2, $3::int) at
       where organization_id = $1 and origin ->> 'requestId' = $2
       order by at`,
      [organization.id, headers['x-request-id'], EVENTS],
    );
    return headers['x-request-id']!;
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
});
