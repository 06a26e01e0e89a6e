import { anAutomation } from './factories/automation.factory';
import { aBoard } from './factories/board.factory';
import { aComment } from './factories/comment.factory';
import { aFile } from './factories/file.factory';
import { aForm, submit } from './factories/form.factory';
import { anItem } from './factories/item.factory';
import type { TestOrganization } from './factories/organization.factory';
import { aProject } from './factories/project.factory';
import { made } from './factories/workspace.factory';

export const COLUMNS = [
  { name: 'Text', type: 'text' },
  { name: 'Stage', type: 'status' },
  { name: 'Size', type: 'number' },
  { name: 'Double', type: 'formula', config: { expression: '{Size} * 2' } },
  { name: 'Files', type: 'file' },
  { name: 'Assignees', type: 'people' },
];

/** Causes every public event, and leaves behind a board with an item, a comment and a form. */
export async function causeEveryEvent(organization: TestOrganization) {
  const { client } = organization.owner;
  const call = (name: string, input: object) => made(client, name, input);
  const project = await aProject({ organization });
  const board = await aBoard({ organization, project, groups: ['One', 'Two', 'Three'], columns: COLUMNS });
  const [one, two, three] = board.groupIds as string[];
  const boardId = board.id;
  await call('boards.update', { id: boardId, name: 'Renamed' });
  const other = await aBoard({ organization, project });
  const doomed = await aBoard({ organization, project });
  const { id: projectId } = await aProject({ organization });
  await call('boards.archive', { id: other.id });
  await call('boards.restore', { id: other.id });
  await call('boards.move', { id: other.id, projectId });
  await call('boards.delete', { id: doomed.id });
  const group = await call('boards.groups.create', { boardId, name: 'Four' });
  await call('boards.groups.update', { id: group.id, name: 'Fourth' });
  await call('boards.groups.reorder', { boardId, groupIds: [group.id, one, two, three] });
  await call('boards.groups.archive', { id: group.id });
  await call('boards.groups.restore', { id: group.id });
  await call('boards.groups.delete', { id: group.id });
  const column = await call('columns.create', { boardId, name: 'Doomed', type: 'text' });
  await call('columns.update', { id: column.id, name: 'More doomed' });
  await call('columns.reorder', { boardId, columnIds: [column.id, ...board.columnIds] });

  const itemId = await anItem(board, {
    name: 'First',
    values: { [board.column('Text')]: 'given', [column.id]: 'lost', [board.column('Size')]: 4 },
  });
  const second = await anItem(board, { name: 'Second' });
  await call('items.update', { id: itemId, name: 'Renamed item', description: 'Described' });
  await call('items.reorder', { groupId: one, itemIds: [second, itemId] });
  await call('items.move', { id: second, groupId: two });
  await call('items.move', { id: second, groupId: other.groupIds[0], boardId: other.id });
  const file = await aFile(client);
  for (const [name, value] of [
    ['Text', 'changed'],
    ['Stage', 'Done'],
    ['Size', 7],
    ['Files', [file.id]],
    ['Assignees', [organization.owner.userId]],
  ] as const) {
    await call('items.setValue', { itemId, columnId: board.column(name), value });
  }
  await call('items.setValue', { itemId, columnId: column.id, value: 'gone' });
  await call('columns.delete', { id: column.id });

  const commentId = await aComment(board, itemId, { body: `Hello @${organization.owner.userId}` });
  await call('comments.update', { id: commentId, body: 'Edited' });
  const attached = await aFile(client);
  await call('comments.create', { itemId, body: 'See', attachmentIds: [attached.id] });
  await call('comments.pin', { id: commentId, pinned: true });
  await call('comments.pin', { id: commentId, pinned: false });
  await call('comments.react', { commentId, emoji: 'eyes' });
  await call('comments.react', { commentId, emoji: 'eyes' });
  const doomedComment = await aComment(board, itemId);
  await call('comments.delete', { id: doomedComment });

  const purged = await anItem(board, { name: 'Purged', values: { [board.column('Text')]: 'secret' } });
  await call('items.setValue', { itemId: purged, columnId: board.column('Text'), value: 'also secret' });
  await call('items.update', { id: purged, name: 'Secretly renamed' });
  await aComment(board, purged, { body: 'Secret comment' });
  await call('items.archive', { id: purged });
  await call('items.restore', { id: purged });
  await call('items.delete', { id: purged });
  await call('trash.purge', { ids: [purged] });
  const trashed = await anItem(board, { name: 'Trashed' });
  await aComment(board, trashed, { body: 'In Trash' });
  await call('items.delete', { id: trashed });

  const formId = await aForm(board, { status: 'draft' });
  await call('forms.update', { id: formId, name: 'Better name' });
  await call('forms.update', { id: formId, status: 'published' });
  await call('forms.update', { id: formId, status: 'closed' });
  await call('forms.update', { id: formId, status: 'published' });
  await submit(board, formId);
  const { data: listed } = await client.query('forms.submissions.list', { formId });
  await call('forms.submissions.update', { id: listed.submissions[0].id, status: 'reviewed' });
  const empty = await aForm(board);
  await call('forms.update', { id: empty, status: 'draft' });
  await call('forms.delete', { id: empty });

  const rule = await anAutomation(other);
  await call('automations.update', { id: rule, name: 'Better rule' });
  await call('automations.toggle', { id: rule, enabled: false });
  await call('automations.toggle', { id: rule, enabled: true });
  await call('automations.delete', { id: rule });

  await call('organizations.members.invite', { email: 'invited@example.com', role: 'member' });
  const leaving = await organization.addMember();
  await call('organizations.members.remove', { userId: leaving.userId });
  return {
    project,
    board,
    itemId,
    second,
    other,
    purged,
    trashed,
    commentId,
    formId,
    columnId: column.id as string,
  };
}
