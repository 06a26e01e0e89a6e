import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../support/app';
import { anAutomation, runAutomations } from '../../../support/factories/automation.factory';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { aForm } from '../../../support/factories/form.factory';
import { anItem } from '../../../support/factories/item.factory';
import { anOrganization, type TestMember } from '../../../support/factories/organization.factory';
import { aWorkspace, made } from '../../../support/factories/workspace.factory';
import { Mailbox } from '../../../support/mailbox';
import { sendNotificationMails } from '../../../support/notification-mails';

const COLUMNS = [
  { name: 'Text', type: 'text' },
  { name: 'Other', type: 'text' },
];

describe('notifications of automations', () => {
  let app: TestApp;
  let board: TestBoard;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    const workspace = await aWorkspace({ organization: await anOrganization({ app }), visibility: 'closed' });
    board = await newBoard(workspace);
    return () => app.close();
  });
  const newBoard = (workspace = board.workspace) =>
    aBoard({ workspace, organization: workspace.organization, groups: ['One', 'Two'], columns: COLUMNS });
  const noticesOf = async ({ client }: TestMember) =>
    (await client.query('notifications.list')).data.notifications;

  describe('send_notification', () => {
    const notify = (userIds: string[], message: string) => ({
      type: 'send_notification',
      config: { userIds, message },
    });

    it('notifies users who see the board, once each, by their preferences', async () => {
      const on = await newBoard();
      const [seeing, mailed] = [await on.workspace.addMember(), await on.workspace.addMember()];
      const other = await on.organization.addMember();
      const input = { preferences: { automation: { inApp: false, email: true } } };
      await made(mailed.client, 'notifications.preferences.update', input);
      const userIds = [seeing, mailed, other, seeing].map(({ userId }) => userId);
      const id = await anAutomation(on, {
        name: 'Watcher',
        actions: [notify(userIds, 'New\n{item.name} <b>'), notify([seeing.userId], 'Again')],
      });
      const itemId = await anItem(on, { name: 'A {board.name}' });
      await runAutomations(on);
      const mail = Mailbox.of(app).next(mailed.email);
      await sendNotificationMails(on.organization);
      expect(await noticesOf(seeing)).toMatchObject([
        { kind: 'automation', message: 'Again' },
        {
          kind: 'automation',
          actor: null,
          title: 'The automation Watcher notified you about A {board.name}',
          message: 'New A {board.name} <b>',
          automationId: id,
          boardId: on.id,
          itemId,
        },
      ]);
      expect(await noticesOf(mailed)).toEqual([]);
      expect(await mail).toMatchObject({
        subject: 'The automation Watcher notified you about A {board.name}',
        text: expect.stringContaining('> New A {board.name} <b>'),
        html: expect.stringContaining('&lt;b&gt;'),
      });
      expect(await noticesOf(other)).toEqual([]);
      const { entries } = (await seeing.client.query('activity.list', { boardId: on.id })).data;
      expect(JSON.stringify(entries)).not.toContain('Again');
    });

    it('says nothing when another action of the run fails', async () => {
      const on = await newBoard();
      const member = await on.workspace.addMember();
      await anAutomation(on, {
        actions: [
          notify([member.userId], 'Text'),
          { type: 'send_email', config: { to: '{item.name}', subject: 'x', body: '' } },
        ],
      });
      await anItem(on);
      await runAutomations(on);
      expect(await noticesOf(member)).toEqual([]);
    });
  });

  describe('an automation without a record that it needs', () => {
    const setText = (on: TestBoard, column: string) => ({
      type: 'set_value',
      config: { columnId: on.column(column), value: 'x' },
    });
    const stateOf = async (on: TestBoard) =>
      (await on.organization.owner.client.query('automations.list', { boardId: on.id })).data.automations[0];
    const disabled = async (on: TestBoard, reason: string) => {
      await runAutomations(on);
      expect(await stateOf(on)).toMatchObject({ enabled: false, disabledReason: reason });
    };

    it('is disabled when a column is deleted, and its creator is notified in the app and by mail', async () => {
      const on = await newBoard();
      const creator = await on.workspace.addMember();
      const id = await anAutomation(on, {
        name: 'Setter',
        client: creator.client,
        actions: [setText(on, 'Text')],
      });
      await made(on.organization.owner.client, 'columns.delete', { id: on.column('Other') });
      await runAutomations(on);
      expect((await stateOf(on)).enabled).toBe(true);
      await made(on.organization.owner.client, 'columns.delete', { id: on.column('Text') });
      await disabled(on, 'The column Text was deleted');
      const mail = Mailbox.of(app).next(creator.email);
      await sendNotificationMails(on.organization);
      expect(await noticesOf(creator)).toMatchObject([
        {
          kind: 'automation_disabled',
          title: 'The automation Setter on Board was disabled',
          message: 'The column Text was deleted',
          automationId: id,
          boardId: on.id,
          itemId: null,
        },
      ]);
      expect((await mail).text).toContain('> The column Text was deleted');

      const enable = await creator.client.mutate('automations.toggle', { id, enabled: true });
      expect(enable.error!.data.issues).toEqual([
        { path: 'actions.0.config.columnId', message: 'Unknown column of this board' },
      ]);
      const actions = [{ type: 'archive_item', config: {} }];
      const repaired = await creator.client.mutate('automations.update', { id, enabled: true, actions });
      expect(repaired.data).toMatchObject({ enabled: true, disabledReason: null });
    });

    it.each(['trigger', 'conditions', 'values of another board'])('a column in its %s', async (where) => {
      const [on, target] = [await newBoard(), await newBoard()];
      const columnId = on.column('Text');
      const named = where.startsWith('values') ? target.column('Text') : columnId;
      const values = { [target.column('Text')]: 'x' };
      await anAutomation(on, {
        ...(where === 'trigger' ? { trigger: { type: 'value.changed', config: { columnId } } } : {}),
        ...(where === 'conditions'
          ? {
              conditions: [
                {
                  or: [
                    { columnId, operator: 'is_empty' },
                    { columnId, operator: 'is', value: 'x' },
                  ],
                },
              ],
            }
          : {}),
        ...(where.startsWith('values')
          ? {
              actions: [
                {
                  type: 'create_item',
                  config: { boardId: target.id, groupId: target.group('One'), name: 'x', values },
                },
              ],
            }
          : {}),
      });
      await made(on.organization.owner.client, 'columns.delete', { id: named });
      const isElsewhere = !on.columnIds.includes(named);
      await disabled(
        on,
        isElsewhere ? 'A column of another board was deleted' : 'The column Text was deleted',
      );
    });

    it('a group, a form and a board', async () => {
      const { client } = board.organization.owner;
      const [on, target] = [await newBoard(), await newBoard()];
      const move = { type: 'move_item', config: { boardId: target.id, groupId: target.group('One') } };
      await anAutomation(on, { actions: [move] });
      await made(client, 'boards.groups.delete', { id: target.group('Two') });
      await runAutomations(on);
      expect((await stateOf(on)).enabled).toBe(true);
      await made(client, 'boards.delete', { id: target.id });
      await disabled(on, 'Another board was deleted');

      const grouped = await newBoard();
      const trigger = { type: 'item.moved', config: { toGroupId: grouped.group('Two') } };
      await anAutomation(grouped, { trigger });
      await made(client, 'boards.groups.delete', { id: grouped.group('Two') });
      await disabled(grouped, 'The group Two was deleted');

      const formed = await newBoard();
      const formId = await aForm(formed, { name: 'Contact' });
      await anAutomation(formed, { trigger: { type: 'form.submitted', config: { formId } } });
      await made(client, 'forms.delete', { id: formId });
      await disabled(formed, 'The form Contact was deleted');
    });
  });
});
