import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../support/app';
import { deliverEvents } from '../../../support/events';
import { anAutomation, logOf, runAutomations } from '../../../support/factories/automation.factory';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { anItem, valueOf } from '../../../support/factories/item.factory';
import { anOrganization, type TestMember } from '../../../support/factories/organization.factory';
import { aWorkspace, made, type TestWorkspace } from '../../../support/factories/workspace.factory';
import { Mailbox } from '../../../support/mailbox';
import { sendNotificationMails } from '../../../support/notification-mails';
import { nextDueOf } from '../../../support/schedules';
import { whileLocked } from '../../../support/waiting';

const COLUMNS = [{ name: 'Text', type: 'text' }];
const LEFT = 'The creator of the automation is no longer a member of the organization';
const HIDDEN = 'The creator of the automation can no longer see the board';
const VIEWS = "The automation's creator can no longer create automations on this board";

describe('an automation whose creator can no longer act', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
  });
  afterAll(() => app.close());

  interface Scene {
    on: TestBoard;
    workspace: TestWorkspace;
    owner: TestMember;
    creator: TestMember;
    id: string;
  }
  const aScene = async (visibility: 'open' | 'closed' = 'closed'): Promise<Scene> => {
    const organization = await anOrganization({ app });
    const workspace = await aWorkspace({ organization, visibility });
    const on = await aBoard({ workspace, columns: COLUMNS });
    const creator = await workspace.addMember();
    const config = { columnId: on.column('Text'), value: 'done' };
    const actions = [{ type: 'set_value', config }];
    const id = await anAutomation(on, { name: 'Setter', client: creator.client, actions });
    return { on, workspace, owner: organization.owner, creator, id };
  };
  const noticesOf = async ({ client }: TestMember) =>
    (await client.query('notifications.list')).data.notifications;
  const stateOf = async ({ on, owner }: Scene) =>
    (await owner.client.query('automations.list', { boardId: on.id })).data.automations[0];
  const notice = ({ on, id }: Scene, message: string) => ({
    kind: 'automation_disabled',
    title: 'The automation Setter on Board was disabled',
    message,
    automationId: id,
    boardId: on.id,
  });
  const leave = ({ owner, creator: { userId } }: Scene) =>
    made(owner.client, 'organizations.members.remove', { userId });
  const leaveWorkspace = ({ owner, workspace, creator: { userId } }: Scene) =>
    made(owner.client, 'workspaces.members.remove', { workspaceId: workspace.id, userId });
  const becomeGuest = ({ owner, creator: { userId } }: Scene) =>
    made(owner.client, 'organizations.members.updateRole', { userId, role: 'guest' });
  const fire = async ({ on }: Scene) => {
    const item = await anItem(on);
    await runAutomations(on);
    return valueOf(on, item, on.column('Text'));
  };

  it.each([
    ['has left the organization', LEFT, leave],
    ['does not see the board', HIDDEN, leaveWorkspace],
    ['has become a guest', HIDDEN, becomeGuest],
  ])('because the creator %s is disabled; the admins are notified', async (_, reason, act) => {
    const scene = await aScene();
    const { on, owner, workspace, creator, id } = scene;
    const admin = await workspace.addMember('admin');
    const other = await workspace.addMember('member');
    await act(scene);
    expect(await fire(scene)).toBeNull();
    expect(await stateOf(scene)).toMatchObject({ enabled: false, disabledReason: reason, executionCount: 1 });
    expect(await logOf(on, id)).toMatchObject([{ status: 'failed', error: reason, failedAction: null }]);
    const mail = Mailbox.of(app).next(admin.email);
    await sendNotificationMails(on.organization);
    for (const notified of [owner, admin])
      expect(await noticesOf(notified)).toMatchObject([notice(scene, reason)]);
    expect((await mail).text).toContain(`> ${reason}`);
    expect(await noticesOf(other)).toEqual([]);
    expect((await creator.client.query('notifications.list')).data?.notifications ?? []).toEqual([]);

    expect(await fire(scene)).toBeNull();
    expect([(await logOf(on, id)).length, (await noticesOf(owner)).length]).toEqual([1, 1]);
  });

  it('because the creator can only view the board is disabled; the creator is notified', async () => {
    const scene = await aScene();
    const { on, owner, workspace, creator } = scene;
    const change = { workspaceId: workspace.id, userId: creator.userId, role: 'viewer' };
    await made(owner.client, 'workspaces.members.updateRole', change);
    expect(await fire(scene)).toBeNull();
    expect(await stateOf(scene)).toMatchObject({ enabled: false, disabledReason: VIEWS });
    await sendNotificationMails(on.organization);
    expect(await noticesOf(creator)).toMatchObject([notice(scene, VIEWS)]);
    expect(await noticesOf(owner)).toEqual([]);

    await made(owner.client, 'workspaces.members.updateRole', { ...change, role: 'member' });
    await made(creator.client, 'automations.toggle', { id: scene.id, enabled: true });
    expect(await fire(scene)).toBe('done');
  });

  it('has no due time any more', async () => {
    const scene = await aScene();
    const { on, creator } = scene;
    const trigger = { type: 'recurring', config: { cron: '0 9 * * *' } };
    const id = await anAutomation(on, { client: creator.client, trigger });
    expect(await nextDueOf(app, id)).toEqual(expect.any(String));
    await leave(scene);
    await app.sql.query(
      `insert into automation_executions (organization_id, id, automation_id, board_id, cause, status, triggered_by, depth,
         is_manual, executed_at)
       select organization_id, 'exe_' || right(id, 26), id, board_id, 'due', 'queued',
         '{"type": "recurring", "itemId": null, "userId": null}', 1, false, now()
       from automations where id = $1`,
      [id],
    );
    await runAutomations(on);
    expect(await nextDueOf(app, id)).toBeNull();
    expect(await logOf(on, id)).toMatchObject([{ status: 'failed', error: LEFT }]);
  });

  it('fails once: executions that waited are removed, and the chain goes on', async () => {
    const scene = await aScene();
    const { on, id, owner } = scene;
    for (const name of ['A', 'B', 'C']) await anItem(on, { name });
    await deliverEvents(app);
    await leave(scene);
    await runAutomations(on);
    expect(await logOf(on, id)).toHaveLength(1);
    expect(await noticesOf(owner)).toHaveLength(1);
  });

  it('is disabled when the access ends while an execution is in progress, which changes nothing', async () => {
    const scene = await aScene();
    const { on, id } = scene;
    const item = await anItem(on);
    await deliverEvents(app);
    await whileLocked(app, `select from items where id = '${item}' for update`, {
      begin: () => runAutomations(on),
      act: () => leaveWorkspace(scene),
    });
    expect(await valueOf(on, item, on.column('Text'))).toBeNull();
    expect(await stateOf(scene)).toMatchObject({ enabled: false, disabledReason: HIDDEN });
    expect(await logOf(on, id)).toMatchObject([{ status: 'failed', error: HIDDEN }]);
  });

  it('stays enabled when a user runs it, and when its board was deleted', async () => {
    const scene = await aScene();
    const { on, id, owner } = scene;
    await leave(scene);
    const run = await owner.client.mutate('automations.run', { id });
    expect(run.data).toMatchObject({ status: 'failed', error: LEFT });
    expect(await stateOf(scene)).toMatchObject({ enabled: true, disabledReason: null });
    await anItem(on);
    await deliverEvents(app);
    await made(owner.client, 'boards.delete', { id: on.id });
    await runAutomations(on);
    expect(await noticesOf(owner)).toEqual([]);
  });

  it('whose definition lacks a record notifies the admins when its creator has left', async () => {
    const scene = await aScene();
    const { on, owner } = scene;
    await leave(scene);
    await made(owner.client, 'columns.delete', { id: on.column('Text') });
    await runAutomations(on);
    const reason = 'The column Text was deleted';
    expect(await stateOf(scene)).toMatchObject({ enabled: false, disabledReason: reason });
    expect(await noticesOf(owner)).toMatchObject([notice(scene, reason)]);
  });
});
