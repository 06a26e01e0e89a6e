import { afterAll, beforeAll, expect, it } from 'vitest';
import { SubscriberRegistry } from '../../../../src/platform/events/delivery/subscriber-registry';
import { SubscriberReplay } from '../../../../src/platform/events/delivery/subscriber-replay';
import { startApp, type TestApp } from '../../../support/app';
import { cloneDatabase } from '../../../support/database';
import { deliverEvents } from '../../../support/events';
import { aBoard } from '../../../support/factories/board.factory';
import { aComment } from '../../../support/factories/comment.factory';
import { anItem } from '../../../support/factories/item.factory';
import { anOrganization } from '../../../support/factories/organization.factory';
import { made } from '../../../support/factories/workspace.factory';
import { contentsOf } from '../../../support/table-contents';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ DATABASE_URL: await cloneDatabase(), ROLES: 'api' });
});
afterAll(() => app.close());

/** Jobs run again: they are repeatable. */
async function effects(): Promise<Record<string, string>> {
  const contents = Object.entries(await contentsOf(app));
  return Object.fromEntries(contents.filter(([table]) => !table.startsWith('graphile_worker.')));
}

it('every subscriber accepts events that it has handled before, and changes nothing', async () => {
  const organization = await anOrganization({ app });
  const board = await aBoard({
    organization,
    groups: ['One', 'Two'],
    columns: [
      { name: 'Owner', type: 'people' },
      { name: 'Notes', type: 'text' },
    ],
  });
  const other = await aBoard({ project: board.project });
  const member = await board.workspace.addMember('member');
  await deliverEvents(app);
  const itemId = await anItem(board, { values: { [board.column('Owner')]: [member.userId] } });
  const { client } = organization.owner;
  await made(client, 'items.setValue', { itemId, columnId: board.column('Notes'), value: 'Hello' });
  const parentId = await aComment(board, itemId, { body: `@${member.userId}` });
  await aComment(board, itemId, { parentId });
  await made(client, 'items.move', { id: itemId, groupId: board.groupIds[1], position: 0 });
  const movedId = await anItem(board);
  await made(client, 'items.move', {
    id: movedId,
    boardId: other.id,
    groupId: other.groupIds[0],
    position: 0,
  });
  await made(client, 'items.delete', { id: await anItem(board) });
  await deliverEvents(app);
  const before = await effects();
  expect(before['public.notifications']).not.toMatch(/^0 /);
  expect(before['public.activity']).not.toMatch(/^0 /);
  for (const name of app.nest.get(SubscriberRegistry, { strict: false }).names()) {
    await app.nest.get(SubscriberReplay, { strict: false }).fromPosition(name, 0);
  }
  await deliverEvents(app);
  expect(await effects()).toEqual(before);
});
