import type { SampleWorld } from './sample-world';

/**
 * What a guest's call answers, procedure by procedure: when no board is shared with them, when the sample's board is for
 * viewing, and when it is for editing (contract §5). Beside ACCESS_TABLE: these are the procedures that guests may call
 * at all; a new one fails the suite until it is listed here.
 */
export const GUEST_TABLE: Readonly<Record<string, `${number} ${number} ${number}`>> = {
  'auth.tokens.list': '200 200 200',
  // Limited to a workspace, which a guest sees who has a shared board there.
  'auth.tokens.create': '404 200 200',
  // Their own only.
  'auth.tokens.revoke': '404 404 404',

  // Their own only; the cursor is another’s.
  'oauth.grants.list': '400 400 400',
  'oauth.grants.revoke': '404 404 404',

  'organizations.get': '200 200 200',
  // Themselves only.
  'organizations.members.remove': '403 403 403',

  // With a cursor, which a guest without shared boards cannot know.
  'workspaces.list': '400 200 200',
  'workspaces.get': '404 200 200',
  'workspaces.members.list': '404 403 403',
  'workspaces.groups.list': '404 403 403',

  'projects.list': '404 200 200',
  'projects.get': '404 200 200',

  'boards.list': '404 200 200',
  'boards.get': '404 200 200',
  'boards.export': '404 200 200',
  'boards.import': '404 403 200',
  // On the other board.
  'boards.imports.get': '404 404 404',
  // Their own only.
  'changes.undo': '404 404 404',

  'activity.list': '404 200 200',
  'events.list': '404 200 200',
  'views.list': '404 200 200',
  'views.create': '404 403 403',
  'views.update': '404 403 403',
  'views.reorder': '404 403 403',
  'views.delete': '404 403 403',
  'columns.list': '404 200 200',

  // Their own only; the user is another.
  'items.assigned': '404 404 404',
  'items.list': '404 200 200',
  'items.get': '404 200 200',
  'items.order': '404 200 200',
  'items.summary': '404 200 200',
  'items.create': '404 403 200',
  'items.update': '404 403 200',
  'items.setValue': '404 403 200',
  'items.setValues': '404 403 200',
  'items.upsert': '404 403 200',
  'items.bulkUpdate': '404 403 200',
  'items.move': '404 403 200',
  'items.reorder': '404 403 200',
  'items.archive': '404 403 200',
  'items.bulkArchive': '404 403 200',
  'items.restore': '404 403 200',
  'items.delete': '404 403 403',
  'items.bulkDelete': '404 403 403',
  'items.bulkCreate': '404 403 200',
  'items.bulkMove': '404 403 200',
  'items.duplicate': '404 403 200',

  // The comment is the owner's.
  'comments.list': '404 200 200',
  'comments.replies': '404 200 200',
  'comments.create': '404 200 200',
  'comments.update': '404 403 403',
  'comments.delete': '404 403 403',
  'comments.pin': '404 403 200',
  'comments.react': '404 200 200',

  // Their own only; the cursor and the id are the owner’s.
  'notifications.list': '400 400 400',
  'notifications.unreadCount': '200 200 200',
  'notifications.markRead': '404 404 404',
  'notifications.preferences.get': '200 200 200',
  'notifications.preferences.update': '200 200 200',
  'me.preferences.get': '200 200 200',
  // With a board and a view.
  'me.preferences.set': '400 200 200',

  'trash.list': '404 200 200',
  'trash.purge': '404 403 403',

  'search.query': '404 200 200',
};

/** Sample inputs without records of the other board, which is not shared. */
export function guestInputs({ board, itemId, subItemId, userId }: SampleWorld): Record<string, object> {
  const [groupId, otherGroupId] = [board.group('First'), board.group('Second')];
  const values = { [board.column('Owner')]: [userId] };
  return {
    'items.list': { boardId: board.id, groupId, sortBy: board.column('Stage'), cursor: itemId },
    'items.create': { boardId: board.id, groupId, name: 'Another', values },
    'items.update': { id: itemId, name: 'Renamed', values, valuesByName: { Stage: 'Done' } },
    'items.setValue': { itemId: subItemId, columnId: board.column('Owner'), value: [userId] },
    'items.setValues': {
      boardId: board.id,
      cells: [{ itemId: subItemId, columnId: board.column('Owner'), value: [userId] }],
    },
    'items.move': { id: itemId, groupId: otherGroupId },
    'items.bulkArchive': { itemIds: [itemId] },
    'items.bulkCreate': { boardId: board.id, groupId, items: [{ name: 'One', values }] },
    'items.bulkMove': { itemIds: [itemId], groupId: otherGroupId },
  };
}
