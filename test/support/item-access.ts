import type { ItemId } from '../../src/kernel/ids';
import type { WireAnswer, WireClient } from './client';
import type { TestBoard } from './factories/board.factory';
import { anItem } from './factories/item.factory';
import { eventsDuring } from './refusals';

/** Contract §5, "create, edit, move, archive items": every user who sees the board, except viewers. */
export const ONLY_EDITORS = { guest: 404, viewer: 403, visitor: 200, member: 200 };

/** The status for users of each role on a board of an open workspace; rejected calls must write nothing. */
export async function statusesOfEditors(
  board: TestBoard,
  call: (client: WireClient, itemId: ItemId) => Promise<WireAnswer>,
): Promise<Record<string, number>> {
  const { organization, workspace } = board;
  const people = {
    guest: await organization.addMember('guest'),
    viewer: await workspace.addMember('viewer'),
    visitor: await organization.addMember('member'),
    member: await workspace.addMember('member'),
  };
  const statuses: Record<string, number> = {};
  for (const [kind, { client }] of Object.entries(people)) {
    const itemId = await anItem(board);
    const written = await eventsDuring(organization, async () => {
      statuses[kind] = (await call(client, itemId)).status;
    });
    if ((written.length === 0) !== statuses[kind]! > 200)
      throw new Error(`${kind}: ${JSON.stringify(written)}`);
  }
  return statuses;
}
