import type { TestApp } from './app';
import { WireClient } from './client';
import { aSession } from './factories/account.factory';
import { made } from './factories/workspace.factory';
import { aGrant, anApplication } from './oauth';
import { aSignOnWithDomain } from './identity-provider/sample-sign-on';
import { aBoard, type TestBoard } from './factories/board.factory';
import type { TestOrganization } from './factories/organization.factory';
import { anExecution } from './factories/automation.factory';
import { aFile } from './factories/file.factory';
import { aNotification } from './factories/notification.factory';
import { anOrganization } from './factories/organization.factory';
import { anEndedExport } from './factories/organization-export.factory';
import { aDelivery, aWebhook } from './factories/webhook.factory';

/** An organization with one of everything, for sweeps over all procedures. */
export interface SampleWorld {
  organization: TestOrganization;
  board: TestBoard;
  otherBoard: TestBoard;
  userId: string;
  /** A guest with access to the board. */
  guestId: string;
  itemId: string;
  subItemId: string;
  otherItemId: string;
  trashedItemId: string;
  /** On the item, by the owner. */
  commentId: string;
  /** In a cell of the item. */
  fileId: string;
  replyId: string;
  /** Of the owner, about the item. */
  notificationId: string;
  /** Published, with a submission. */
  formId: string;
  submissionId: string;
  tokenId: string;
  /** Of the user. */
  memberTokenId: string;
  serviceAccountId: string;
  templateId: string;
  viewId: string;
  importId: string;
  exportId: string;
  invitationId: string;
  /** With the user, and with a role in the workspace. */
  peopleGroupId: string;
  /** Without members and role. */
  otherPeopleGroupId: string;
  automationId: string;
  executionId: string;
  failedExecutionId: string;
  auditId: string;
  sessionId: string;
  domainId: string;
  scimTokenId: string;
  applicationId: string;
  /** Of the owner, to that application. */
  grantId: string;
  webhookId: string;
  /** Failed. */
  deliveryId: string;
  /** The owner, signed in: for procedures that reject tokens. */
  ownerSession: WireClient;
}

const ITEM_MOVED = { type: 'item.moved', config: {} };
const ARCHIVE = { type: 'archive_item', config: {} };

const COLUMNS = [
  { name: 'Stage', type: 'status' },
  { name: 'Owner', type: 'people' },
  { name: 'Linked', type: 'link' },
  { name: 'After', type: 'dependency' },
  { name: 'Files', type: 'file' },
  { name: 'Code', type: 'text', config: { unique: true } },
];

export async function aSampleWorld(place: { app?: TestApp } = {}): Promise<SampleWorld> {
  const organization = await anOrganization(place);
  const { client } = organization.owner;
  const board = await aBoard({ organization, groups: ['First', 'Second'], columns: COLUMNS });
  const otherBoard = await aBoard({ workspace: board.workspace, project: board.project });
  const groupId = board.group('First');
  const item = (on: TestBoard, input: object) =>
    made(client, 'items.create', { boardId: on.id, name: 'Item', ...input });
  const { id: itemId } = await item(board, { groupId });
  const { id: subItemId } = await item(board, { groupId, parentId: itemId });
  const { id: otherItemId } = await item(otherBoard, { groupId: otherBoard.groupIds[0] });
  const { id: trashedItemId } = await item(board, { groupId });
  await made(client, 'items.delete', { id: trashedItemId });
  const { id: fileId } = await aFile(client);
  await made(client, 'items.setValue', { itemId, columnId: board.column('Files'), value: [fileId] });
  const { id: commentId } = await made(client, 'comments.create', { itemId, body: 'Comment' });
  const reply = { itemId, body: 'Reply', parentId: commentId };
  const { id: replyId } = await made(client, 'comments.create', reply);
  const about = { kind: 'assignment', boardId: board.id, itemId };
  const notificationId = await aNotification(organization, organization.owner, about);
  const schema = { components: [{ type: 'textfield', key: 'subject', label: 'Subject' }] };
  const mappings = [{ formField: 'subject', target: 'item_name', columnId: null }];
  const { id: formId } = await made(client, 'forms.create', {
    boardId: board.id,
    name: 'Form',
    schema,
    mappings,
  });
  await made(client, 'forms.update', { id: formId, status: 'published' });
  const submitted = await client.request('POST', `/api/forms/${formId}/submit`, { subject: 'Submitted' });
  const { submissionId } = submitted.body as { submissionId: string };
  const automation = { boardId: board.id, name: 'Rule', trigger: ITEM_MOVED, actions: [ARCHIVE] };
  const { id: automationId } = await made(client, 'automations.create', automation);
  const executionId = await anExecution(organization, automationId);
  const failedExecutionId = await anExecution(organization, automationId, 'failed');
  const { userId } = await board.workspace.addMember('member');
  const { userId: guestId } = await organization.addMember('guest');
  await made(client, 'boards.members.add', { boardId: board.id, userId: guestId, permission: 'view' });
  const { id: viewId } = await made(client, 'views.create', { boardId: board.id, name: 'View' });
  const { id: templateId } = await made(client, 'templates.create', { boardId: board.id, name: 'Template' });
  const file = { content: 'Name\nImported\n' };
  const { import: imported } = await made(client, 'boards.import', { id: otherBoard.id, file });
  const { rows } = await organization.app.sql.query<{ id: string }>(
    'select id from tokens where organization_id = $1 and user_id = any ($2) order by user_id = $3',
    [organization.id, [organization.owner.userId, userId], userId],
  );
  const [tokenId, memberTokenId] = rows.map(({ id }) => id) as [string, string];
  const invited = { email: `invited-${userId.toLowerCase()}@example.com`, role: 'member' };
  const { invitationId } = await made(client, 'organizations.members.invite', invited);
  const { id: serviceAccountId } = await made(client, 'organizations.serviceAccounts.create', { name: 'CI' });
  const { id: peopleGroupId } = await made(client, 'organizations.groups.create', { name: 'Group' });
  const { id: otherPeopleGroupId } = await made(client, 'organizations.groups.create', {
    name: 'Other group',
  });
  await made(client, 'organizations.groups.members.add', { groupId: peopleGroupId, userIds: [userId] });
  const groupRole = { workspaceId: board.workspace.id, groupId: peopleGroupId };
  await made(client, 'workspaces.groups.add', groupRole);
  const { data: audit } = await client.query('audit.list', { limit: 1 });
  const auditId = audit.entries[0].id as string;
  const { id: sessionId } = await aSession(organization.owner.userId, place);
  const { cookie } = await aSession(organization.owner.userId, place);
  const { id: applicationId } = await anApplication(organization);
  const { id: grantId } = await aGrant(organization, organization.owner, applicationId);
  const { id: webhookId } = await aWebhook(organization);
  const deliveryId = await aDelivery(organization, webhookId);
  const domainId = await aSignOnWithDomain(organization);
  const { id: scimTokenId } = await made(client, 'scim.tokens.create', { name: 'Directory' });
  const exportId = await anEndedExport(organization);
  const ownerSession = new WireClient(organization.app, { cookie, slug: organization.slug });
  return {
    organization,
    board,
    otherBoard,
    userId,
    guestId,
    itemId,
    subItemId,
    otherItemId,
    trashedItemId,
    commentId: commentId as string,
    fileId,
    replyId: replyId as string,
    notificationId,
    formId: formId as string,
    submissionId,
    automationId: automationId as string,
    executionId,
    failedExecutionId,
    tokenId,
    memberTokenId,
    serviceAccountId: serviceAccountId as string,
    peopleGroupId: peopleGroupId as string,
    otherPeopleGroupId: otherPeopleGroupId as string,
    templateId,
    viewId,
    importId: imported.id as string,
    exportId,
    invitationId: invitationId as string,
    auditId,
    sessionId,
    domainId,
    scimTokenId: scimTokenId as string,
    applicationId,
    grantId,
    webhookId,
    deliveryId,
    ownerSession,
  };
}

/** The owner with the credential that a procedure takes. */
export function ownerFor(world: SampleWorld, { isSessionOnly }: { isSessionOnly?: boolean }): WireClient {
  return isSessionOnly === true ? world.ownerSession : world.organization.owner.client;
}

/**
 * For each procedure an input that names as many records as it can. Sweeps trade one id at a time for a foreign or a
 * missing one. A new procedure fails the suite until it is listed here.
 */
export function sampleInputs(world: SampleWorld): Record<string, object> {
  const {
    board,
    otherBoard,
    userId,
    guestId,
    itemId,
    subItemId,
    otherItemId,
    trashedItemId,
    commentId,
    fileId,
    replyId,
    notificationId,
    formId,
    submissionId,
    automationId,
    executionId,
    failedExecutionId,
    tokenId,
    templateId,
    viewId,
    importId,
    invitationId,
    peopleGroupId,
    otherPeopleGroupId,
    auditId,
    sessionId,
    applicationId,
    grantId,
    domainId,
    scimTokenId,
    webhookId,
    deliveryId,
  } = world;
  const workspaceId = board.workspace.id;
  const projectId = board.project.id;
  const groupId = board.group('First');
  const otherGroupId = board.group('Second');
  const stage = board.column('Stage');
  const values = {
    [board.column('Owner')]: [userId],
    [board.column('Linked')]: [otherItemId],
    [board.column('After')]: [itemId],
    [board.column('Files')]: [fileId],
  };
  const member = { workspaceId, userId };
  const rule = {
    trigger: { type: 'value.changed', config: { columnId: board.column('Stage'), toValue: 'Done' } },
    conditions: [{ columnId: board.column('Owner'), operator: 'any_of', value: [userId] }],
    actions: [
      { type: 'assign_person', config: { columnId: board.column('Owner'), userIds: [userId] } },
      { type: 'set_value', config: { columnId: board.column('Stage'), value: 'Done' } },
      { type: 'move_item', config: { boardId: otherBoard.id, groupId: otherBoard.groupIds[0] } },
      {
        type: 'create_item',
        config: {
          boardId: board.id,
          groupId: board.group('First'),
          name: 'Made',
          values: { [board.column('Owner')]: [userId] },
        },
      },
      { type: 'create_subitem', config: { name: 'Part', values: { [board.column('Stage')]: 'Done' } } },
    ],
  };
  return {
    'auth.me': {},
    'auth.updateProfile': { name: 'Renamed' },
    'auth.changePassword': { currentPassword: 'not known', newPassword: 'a whole new password' },
    'auth.changeEmail': { email: 'ada@new.example' },
    'auth.deleteAccount': { password: 'not known' },
    'auth.sessions.list': { cursor: sessionId },
    'auth.sessions.revoke': { id: sessionId },
    'auth.identities.list': {},
    'auth.identities.remove': { provider: 'github' },
    'auth.identities.restore': { provider: 'github' },
    'auth.twoFactor.get': {},
    'auth.twoFactor.begin': {},
    'auth.twoFactor.enable': { code: '123456' },
    'auth.twoFactor.disable': { code: '123456' },
    'auth.twoFactor.renewCodes': { code: '123456' },
    'auth.tokens.list': {},
    'auth.tokens.create': { name: 'Program', scopes: ['read'], workspaceIds: [workspaceId] },
    'auth.tokens.revoke': { tokenId },
    'organizations.create': { name: 'Another organization' },
    'organizations.get': {},
    'organizations.update': { name: 'Renamed' },
    'organizations.members.list': { cursor: userId },
    'organizations.members.get': { userId },
    'organizations.mail.test': {},
    'organizations.groups.list': { cursor: peopleGroupId },
    'organizations.groups.get': { id: peopleGroupId },
    'organizations.groups.create': { name: 'Another group' },
    'organizations.groups.update': { id: peopleGroupId, name: 'Renamed' },
    'organizations.groups.delete': { id: peopleGroupId },
    'organizations.groups.members.list': { groupId: peopleGroupId, cursor: userId },
    'organizations.groups.members.add': { groupId: peopleGroupId, userIds: [guestId] },
    'organizations.groups.members.remove': { groupId: peopleGroupId, userIds: [userId] },
    'organizations.tokens.list': { cursor: tokenId },
    'organizations.tokens.revoke': { id: world.memberTokenId },
    'organizations.serviceAccounts.list': { cursor: world.serviceAccountId },
    'organizations.serviceAccounts.create': { name: 'Deployment', role: 'guest' },
    'organizations.serviceAccounts.update': { id: world.serviceAccountId, name: 'Build' },
    'organizations.serviceAccounts.delete': { id: world.serviceAccountId, reassignTo: userId },
    'organizations.serviceAccounts.createToken': {
      serviceAccountId: world.serviceAccountId,
      name: 'Pipeline',
      scopes: ['read'],
    },
    'organizations.members.invite': {
      email: `another-${userId.toLowerCase()}@example.com`,
      role: 'member',
      workspaceIds: [workspaceId],
    },
    'organizations.members.updateRole': { userId, role: 'guest' },
    'organizations.members.deactivate': { userId },
    'organizations.members.reactivate': { userId },
    'organizations.members.remove': { userId, reassignTo: world.organization.owner.userId },
    'organizations.members.erase': { userId },
    'organizations.transferOwnership': { userId },
    'organizations.delete': { slug: world.organization.slug },
    'organizations.export': {},
    'organizations.exports.get': { id: world.exportId },
    'sso.get': {},
    'sso.update': { defaultRole: 'guest' },
    'sso.test': {},
    'sso.delete': {},
    'sso.domains.list': { cursor: domainId },
    'sso.domains.add': { domain: 'another.example.org' },
    'sso.domains.verify': { id: domainId },
    'sso.domains.remove': { id: domainId },
    'scim.tokens.list': { cursor: scimTokenId },
    'scim.tokens.create': { name: 'Another directory' },
    'scim.tokens.revoke': { id: scimTokenId },
    'invitations.list': { cursor: invitationId },
    'invitations.revoke': { id: invitationId },
    'invitations.resend': { id: invitationId },
    'invitations.link': { id: invitationId },
    'invitations.accept': { token: 'an unknown link' },
    'oauth.apps.list': { cursor: applicationId },
    'oauth.apps.get': { id: applicationId },
    'oauth.apps.create': { name: 'Another', redirectUris: ['https://example.com/back'], scopes: ['read'] },
    'oauth.apps.update': { id: applicationId, name: 'Renamed' },
    'oauth.apps.delete': { id: applicationId },
    'oauth.apps.rotateSecret': { id: applicationId },
    'oauth.grants.list': { cursor: grantId },
    'oauth.grants.revoke': { id: grantId },
    'webhooks.list': { cursor: webhookId },
    'webhooks.get': { id: webhookId },
    'webhooks.create': {
      name: 'Another webhook',
      url: 'https://hooks.example.com/another',
      events: ['item.created'],
      projectId,
    },
    'webhooks.update': { id: webhookId, name: 'Renamed', projectId },
    'webhooks.delete': { id: webhookId },
    'webhooks.test': { id: webhookId },
    'webhooks.rotateSecret': { id: webhookId },
    'webhooks.replay': { id: webhookId, from: '2026-01-01T00:00:00Z' },
    'webhooks.deliveries.list': { webhookId, cursor: deliveryId },
    'webhooks.deliveries.redeliver': { id: deliveryId },
    'workspaces.list': { cursor: workspaceId },
    'workspaces.get': { id: workspaceId },
    'workspaces.create': { name: 'Another workspace' },
    'workspaces.update': { id: workspaceId, name: 'Renamed' },
    'workspaces.archive': { id: workspaceId },
    'workspaces.restore': { id: workspaceId },
    'workspaces.delete': { id: workspaceId },
    'workspaces.members.list': { workspaceId, cursor: userId },
    'workspaces.members.add': member,
    'workspaces.members.addMany': { workspaceId, userIds: [userId], role: 'viewer' },
    'workspaces.members.updateRole': { ...member, role: 'viewer' },
    'workspaces.members.remove': member,
    'workspaces.groups.list': { workspaceId, cursor: peopleGroupId },
    'workspaces.groups.add': { workspaceId, groupId: otherPeopleGroupId },
    'workspaces.groups.updateRole': { workspaceId, groupId: peopleGroupId, role: 'viewer' },
    'workspaces.groups.remove': { workspaceId, groupId: peopleGroupId },
    'projects.list': { workspaceId, cursor: projectId },
    'projects.get': { id: projectId },
    'projects.create': { workspaceId, name: 'Another project', templateId },
    'projects.update': { id: projectId, name: 'Renamed' },
    'projects.duplicate': { id: projectId },
    'projects.archive': { id: projectId },
    'projects.restore': { id: projectId },
    'projects.delete': { id: projectId },
    'boards.list': { projectId, cursor: board.id },
    'boards.get': { id: board.id },
    'boards.create': { projectId, name: 'Another board', templateId },
    'boards.update': { id: board.id, name: 'Renamed' },
    'boards.duplicate': { id: board.id },
    'boards.delete': { id: board.id },
    'boards.archive': { id: board.id },
    'boards.restore': { id: board.id },
    'boards.move': { id: board.id, projectId },
    'boards.reorder': { projectId, boardIds: [otherBoard.id, board.id, board.project.defaultBoardId] },
    'boards.export': { id: board.id, format: 'csv' },
    'boards.import': {
      id: board.id,
      groupId,
      file: { content: 'Name,Stage\nImported,Done\n' },
      mapping: [{ header: 'Stage', columnId: stage }],
    },
    'boards.imports.get': { id: importId },
    'changes.undo': { importId },
    'boards.members.list': { boardId: board.id, cursor: guestId },
    'boards.members.add': { boardId: board.id, userId: guestId, permission: 'edit' },
    'boards.members.remove': { boardId: board.id, userId: guestId },
    'boards.groups.create': { boardId: board.id, name: 'Another group' },
    'boards.groups.update': { id: groupId, name: 'Renamed' },
    'boards.groups.reorder': { boardId: board.id, groupIds: board.groupIds.toReversed() },
    'boards.groups.delete': { id: otherGroupId, moveItemsTo: groupId },
    'boards.groups.archive': { id: groupId },
    'boards.groups.restore': { id: groupId },
    'boards.groups.duplicate': { id: groupId },
    'comments.list': { itemId, cursor: commentId },
    'comments.replies': { commentId, cursor: replyId },
    'comments.create': { itemId, body: 'Another', parentId: commentId, attachmentIds: [fileId] },
    'comments.update': { id: commentId, body: 'Edited' },
    'comments.delete': { id: commentId },
    'comments.pin': { id: commentId, pinned: true },
    'comments.react': { commentId, emoji: 'heart' },
    'notifications.list': { cursor: notificationId },
    'notifications.unreadCount': {},
    'notifications.markRead': { ids: [notificationId] },
    'notifications.preferences.get': {},
    'notifications.preferences.update': { preferences: { due: { inApp: true } } },
    'me.preferences.get': {},
    'me.preferences.set': {
      preferences: {
        theme: 'dark',
        startPage: board.id,
        sidebar: { favorites: [board.id] },
        defaultViews: { [board.id]: viewId },
        apps: { example: { pinned: true } },
      },
    },
    'forms.list': { boardId: board.id },
    'forms.get': { id: formId },
    'forms.create': {
      boardId: board.id,
      name: 'Another form',
      schema: { components: [{ type: 'textfield', key: 'subject', label: 'Subject' }] },
      mappings: [
        { formField: 'subject', target: 'item_name' },
        { formField: 'subject', target: 'column', columnId: stage },
      ],
      settings: { groupId, notifyOnSubmit: [userId] },
    },
    'forms.update': { id: formId, name: 'Renamed', status: 'closed' },
    'forms.delete': { id: formId },
    'forms.submissions.list': { formId, cursor: submissionId },
    'forms.submissions.get': { id: submissionId },
    'forms.submissions.update': { id: submissionId, status: 'reviewed' },

    'automations.list': { boardId: board.id },
    'automations.create': {
      boardId: board.id,
      name: 'Rule',
      ...rule,
      actions: [
        ...rule.actions,
        { type: 'send_notification', config: { userIds: [userId], message: 'Made {item.name}' } },
        { type: 'send_email', config: { to: '{value.Email}', subject: 'Made', body: '{item.name}' } },
        { type: 'call_webhook', config: { url: 'https://hooks.invalid/', method: 'POST', body: {} } },
      ],
    },
    'automations.update': {
      id: automationId,
      name: 'Renamed',
      trigger: { type: 'form.submitted', config: { formId } },
    },
    'automations.toggle': { id: automationId, enabled: false },
    'automations.delete': { id: automationId },
    'automations.log': { automationId, cursor: executionId },
    'automations.run': { id: automationId, itemId },
    'automations.dryRun': {
      definition: {
        boardId: board.id,
        ...rule,
      },
      itemId,
    },
    'automations.executions.rerun': { id: failedExecutionId },
    'automations.preview': { cron: '0 9 * * 1', count: 3 },
    'views.list': { boardId: board.id },
    'views.create': {
      boardId: board.id,
      name: 'Mine',
      filters: [{ columnId: 'createdBy', operator: 'is', value: 'me' }],
      hiddenColumns: [board.columnIds[0]],
      options: { table: { columnOrder: [board.columnIds[0]] } },
    },
    'views.update': { id: viewId, sortBy: board.columnIds[0], groupBy: 'groupId' },
    'views.reorder': { boardId: board.id, viewIds: [viewId] },
    'views.delete': { id: viewId },
    'templates.list': { cursor: templateId },
    'templates.get': { id: templateId },
    'templates.create': { boardId: board.id, name: 'Another template' },
    'templates.delete': { id: templateId },
    'activity.list': { itemId },
    'events.list': { boardId: board.id, limit: 200 },
    'audit.list': { cursor: auditId },
    'audit.export': { outcome: 'failure' },
    'columns.list': { boardId: board.id },
    'columns.create': {
      boardId: board.id,
      name: 'Links',
      type: 'link',
      config: { boardIds: [otherBoard.id] },
    },
    'columns.update': { id: board.column('Linked'), config: { boardIds: [otherBoard.id] } },
    'columns.labels.add': { columnId: stage, label: 'Waiting', color: '#8E44AD' },
    'columns.labels.update': { columnId: stage, labelId: labelOf(board, stage, 'Done'), label: 'Finished' },
    'columns.labels.remove': { columnId: stage, labelId: labelOf(board, stage, 'In Progress') },
    'columns.reorder': { boardId: board.id, columnIds: board.columnIds.toReversed() },
    'columns.duplicate': { id: stage },
    'columns.delete': { id: stage },
    'items.list': {
      boardId: board.id,
      groupId,
      sortBy: stage,
      cursor: itemId,
      filters: [
        { columnId: 'groupId', operator: 'is', value: groupId },
        {
          or: [
            { columnId: board.column('Owner'), operator: 'any_of', value: [userId] },
            { columnId: board.column('Linked'), operator: 'none_of', value: [otherItemId] },
            { columnId: board.column('Files'), operator: 'any_of', value: [fileId] },
          ],
        },
      ],
    },
    'access.explain': { itemId, userId },
    'items.assigned': { userId, cursor: itemId },
    'items.get': { id: itemId },
    'items.order': { boardId: board.id, sort: [{ by: stage }] },
    'items.summary': {
      boardId: board.id,
      groupBy: stage,
      aggregates: [{ columnId: stage, fn: 'filled' }],
      filters: [{ columnId: board.column('Owner'), operator: 'any_of', value: [userId] }],
    },
    'items.create': { boardId: board.id, groupId, parentId: itemId, name: 'Another', values },
    'items.update': {
      id: itemId,
      name: 'Renamed',
      values: { [board.column('Linked')]: [otherItemId] },
      valuesByName: { Owner: [userId] },
    },
    'items.setValue': { itemId: subItemId, columnId: board.column('Linked'), value: [otherItemId] },
    'items.setValues': {
      boardId: board.id,
      cells: [{ itemId: subItemId, columnId: board.column('Linked'), value: [otherItemId] }],
    },
    'items.upsert': {
      boardId: board.id,
      key: board.column('Code'),
      items: [{ key: 'A-1', groupId, values: { [board.column('Owner')]: [userId] } }],
    },
    'items.bulkUpdate': { itemIds: [itemId, subItemId], changes: { [board.column('Owner')]: [userId] } },
    'items.move': { id: itemId, groupId: otherBoard.groupIds[0], boardId: otherBoard.id },
    'items.reorder': { groupId, itemIds: [itemId] },
    'items.archive': { id: itemId },
    'items.bulkArchive': { itemIds: [itemId, otherItemId] },
    'items.restore': { id: itemId },
    'search.query': { q: 'Item', workspaceId },
    'items.delete': { id: itemId },
    'items.bulkDelete': { itemIds: [itemId, subItemId] },
    'items.bulkCreate': {
      boardId: board.id,
      groupId,
      items: [{ name: 'One' }, { name: 'Two', parentId: itemId, values }],
    },
    'items.bulkMove': {
      itemIds: [itemId, subItemId],
      groupId: otherBoard.groupIds[0],
      boardId: otherBoard.id,
    },
    'items.duplicate': { id: itemId },
    'trash.list': { boardId: board.id, cursor: trashedItemId },
    'trash.purge': { ids: [trashedItemId] },
  };
}

/** The id of a label of a column that the board was created with. */
export function labelOf({ record }: TestBoard, columnId: string, name: string): string {
  const column = record.columns.find(({ id }: { id: string }) => id === columnId);
  return column.config.labels.find((label: { name: string }) => label.name === name).id;
}
