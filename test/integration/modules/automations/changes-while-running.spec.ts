import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemId } from '../../../../src/kernel/ids';
import { startApp, type TestApp } from '../../../support/app';
import { deliverEvents } from '../../../support/events';
import { anAutomation, logOf, runAutomations } from '../../../support/factories/automation.factory';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { anItem, valueOf } from '../../../support/factories/item.factory';
import { anOrganization } from '../../../support/factories/organization.factory';
import { aWorkspace, made } from '../../../support/factories/workspace.factory';
import { listedNames } from '../../../support/item-lists';
import { whileLocked } from '../../../support/waiting';

const COLUMNS = [
  { name: 'Text', type: 'text' },
  { name: 'Other', type: 'text' },
];
const MAIL = {
  type: 'send_email',
  config: { to: 'someone@example.com', subject: 'Hello', body: 'Text' },
};

describe('changes of automations that have executions', () => {
  let app: TestApp;
  let board: TestBoard;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    const workspace = await aWorkspace({ organization: await anOrganization({ app }) });
    board = await aBoard({ workspace, groups: ['There'], columns: COLUMNS });
  });
  afterAll(() => app.close());

  const client = () => board.organization.owner.client;
  const newBoard = () => aBoard({ workspace: board.workspace, groups: ['One', 'Two'], columns: COLUMNS });
  const setText = (on: TestBoard, value: string) => ({
    type: 'set_value',
    config: { columnId: on.column('Text'), value },
  });
  const createThere = () => ({
    type: 'create_item',
    config: { boardId: board.id, groupId: board.group('There'), name: 'Copy of {item.name}' },
  });
  const thereNames = async (name: string) =>
    (await listedNames(board)).filter((each) => each === `Copy of ${name}`);
  const textOf = (on: TestBoard, item: string) => valueOf(on, item as ItemId, on.column('Text'));
  const effectsOf = async (automationId: string) =>
    (await app.sql.query('select from automation_effects where automation_id = $1', [automationId])).rows;
  const waitingOf = async (on: TestBoard) => {
    const text = `select from automation_executions where board_id = $1 and status = 'queued'`;
    return (await app.sql.query(text, [on.id])).rows;
  };

  interface Scene {
    on: TestBoard;
    id: string;
    item: string;
  }
  /** An automation with a queued execution for an item. */
  const aScene = async (actionsOf: (on: TestBoard) => object[], name = 'A'): Promise<Scene> => {
    const on = await newBoard();
    const id = await anAutomation(on, { actions: actionsOf(on) });
    const item = await anItem(on, { name });
    await deliverEvents(app);
    return { on, id, item };
  };
  const toggle = (id: string, enabled: boolean) => made(client(), 'automations.toggle', { id, enabled });
  const remove = (id: string) => made(client(), 'automations.delete', { id });
  const isGone = async ({ on, id }: Scene) => {
    const { automations } = (await client().query('automations.list', { boardId: on.id })).data;
    expect(automations).toEqual([]);
    expect((await client().query('automations.log', { automationId: id })).status).toBe(404);
  };

  describe('while one is queued', () => {
    it('the log does not show it, and shows it when it has run', async () => {
      const { on, id, item } = await aScene((each) => [setText(each, 'done')]);
      expect(await logOf(on, id)).toEqual([]);
      await runAutomations(on);
      expect(await logOf(on, id)).toMatchObject([{ status: 'success', triggeredBy: { itemId: item } }]);
    });

    it('a deleted automation does not run', async () => {
      const scene = await aScene((on) => [setText(on, 'done'), MAIL]);
      await remove(scene.id);
      await runAutomations(scene.on);
      expect(await textOf(scene.on, scene.item)).toBeNull();
      expect(await effectsOf(scene.id)).toEqual([]);
      await isGone(scene);
    });

    it('a disabled automation does not run, and its log is empty', async () => {
      const { on, id, item } = await aScene((each) => [setText(each, 'done'), MAIL]);
      await toggle(id, false);
      await runAutomations(on);
      expect([await textOf(on, item), await logOf(on, id), await effectsOf(id)]).toEqual([null, [], []]);
    });

    it('a changed automation runs as it is then', async () => {
      const { on, id, item } = await aScene((each) => [setText(each, 'old')]);
      await made(client(), 'automations.update', { id, actions: [setText(on, 'new')] });
      await runAutomations(on);
      expect(await textOf(on, item)).toBe('new');
      expect(await logOf(on, id)).toMatchObject([{ status: 'success' }]);
    });

    it.each([
      ['another trigger', () => ({ type: 'recurring', config: { cron: '0 9 * * *' } })],
      ['another config', (on: TestBoard) => ({ type: 'item.created', config: { groupId: on.group('Two') } })],
    ])('an automation that has got %s does not run', async (_, triggerOf) => {
      const { on, id, item } = await aScene((each) => [setText(each, 'done'), MAIL]);
      await made(client(), 'automations.update', { id, trigger: triggerOf(on) });
      await runAutomations(on);
      expect([await textOf(on, item), await logOf(on, id), await effectsOf(id)]).toEqual([null, [], []]);
      expect(await waitingOf(on)).toEqual([]);
    });

    it.each([
      ['in Trash', ({ item }: Scene) => made(client(), 'items.delete', { id: item })],
      [
        'on another board',
        ({ item }: Scene) =>
          made(client(), 'items.move', { id: item, boardId: board.id, groupId: board.group('There') }),
      ],
    ])('an item that is %s fails the whole execution', async (name, act) => {
      const scene = await aScene((on) => [createThere(), setText(on, 'done'), MAIL], name);
      const { on, id } = scene;
      await act(scene);
      await runAutomations(on, board);
      expect(await logOf(on, id)).toMatchObject([{ status: 'failed', failedAction: 1, effects: [] }]);
      expect(await thereNames(name)).toEqual([]);
    });

    it('the automation of a deleted board does not run', async () => {
      const { on, id } = await aScene(() => [createThere(), MAIL], 'Queued');
      await made(client(), 'boards.delete', { id: on.id });
      await runAutomations(on, board);
      expect([await thereNames('Queued'), await effectsOf(id), await waitingOf(on)]).toEqual([[], [], []]);
    });
  });

  describe('while one is in progress', () => {
    /** Runs what is queued; the first action, which writes the item, waits until `act` has returned. */
    const during = ({ on, item }: Scene, act: () => Promise<unknown>) =>
      whileLocked(app, `select from items where id = '${item}' for update`, {
        begin: () => runAutomations(on),
        act,
      });
    /** The same for a first action that creates an item on the other board. */
    const duringCreation = ({ on }: Scene, act: () => Promise<unknown>) =>
      whileLocked(app, `select pg_advisory_xact_lock(hashtextextended('${board.id}', 11))`, {
        begin: () => runAutomations(on),
        act,
      });

    it('a deletion returns at once, and the execution changes nothing', async () => {
      const scene = await aScene((on) => [setText(on, 'done'), MAIL]);
      await during(scene, async () => {
        await remove(scene.id);
        await isGone(scene);
      });
      expect(await textOf(scene.on, scene.item)).toBeNull();
      expect(await effectsOf(scene.id)).toEqual([]);
      await isGone(scene);
    });

    it('the call that disables returns at once, and the execution changes nothing', async () => {
      const scene = await aScene((on) => [setText(on, 'done'), MAIL]);
      const { on, id, item } = scene;
      await during(scene, () => toggle(id, false));
      expect([await textOf(on, item), await logOf(on, id), await effectsOf(id)]).toEqual([null, [], []]);
      expect(await waitingOf(on)).toEqual([]);
    });

    it('an automation that is disabled and enabled again runs once', async () => {
      const scene = await aScene((on) => [setText(on, 'done'), MAIL]);
      const { on, id, item } = scene;
      await during(scene, async () => {
        await toggle(id, false);
        await toggle(id, true);
      });
      expect(await textOf(on, item)).toBe('done');
      expect(await logOf(on, id)).toMatchObject([{ status: 'success', actionsExecuted: 2 }]);
      expect(await effectsOf(id)).toHaveLength(1);
    });

    it('a changed automation runs once, as it is then', async () => {
      const scene = await aScene((on) => [setText(on, 'old'), MAIL]);
      const { on, id, item } = scene;
      await during(scene, () => made(client(), 'automations.update', { id, actions: [setText(on, 'new')] }));
      expect(await textOf(on, item)).toBe('new');
      expect(await logOf(on, id)).toMatchObject([{ status: 'success', actionsExecuted: 1 }]);
      expect(await effectsOf(id)).toEqual([]);
      const [listed] = (await client().query('automations.list', { boardId: on.id })).data.automations;
      expect(listed).toMatchObject({ executionCount: 1 });
    });

    it.each([
      ['moved to Trash', ({ item }: Scene) => made(client(), 'items.delete', { id: item })],
      [
        'moved to another board',
        async ({ item }: Scene) => {
          const target = await newBoard();
          await made(client(), 'items.move', { id: item, boardId: target.id, groupId: target.group('One') });
        },
      ],
    ])('an item that is %s fails the whole execution', async (name, act) => {
      const scene = await aScene((on) => [createThere(), setText(on, 'done'), MAIL], name);
      const { on, id } = scene;
      await duringCreation(scene, () => act(scene));
      expect(await logOf(on, id)).toMatchObject([{ status: 'failed', failedAction: 1, effects: [] }]);
      expect(await thereNames(name)).toEqual([]);
    });

    it('an execution on a board that is deleted changes nothing', async () => {
      const scene = await aScene(() => [createThere(), MAIL], 'Deleted');
      await duringCreation(scene, () => made(client(), 'boards.delete', { id: scene.on.id }));
      expect([await thereNames('Deleted'), await effectsOf(scene.id)]).toEqual([[], []]);
      expect(await waitingOf(scene.on)).toEqual([]);
    });
  });

  describe('while a user runs it', () => {
    const runDuring = ({ id, item }: Scene, act: () => Promise<unknown>) =>
      whileLocked(app, `select from items where id = '${item}' for update`, {
        begin: () => client().mutate('automations.run', { id, itemId: item }),
        act,
      });
    const anIdleScene = async (): Promise<Scene> => {
      const scene = await aScene((on) => [setText(on, 'done'), MAIL]);
      await toggle(scene.id, false);
      await runAutomations(scene.on);
      return scene;
    };

    it('409: it has changed; nothing has happened', async () => {
      const scene = await anIdleScene();
      const { on, id, item } = scene;
      const { status } = await runDuring(scene, () =>
        made(client(), 'automations.update', { id, actions: [setText(on, 'new')] }),
      );
      expect(status).toBe(409);
      expect([await textOf(on, item), await logOf(on, id), await effectsOf(id)]).toEqual([null, [], []]);
    });

    it('404: it was deleted while the run waited for another one; nothing has happened', async () => {
      const scene = await anIdleScene();
      const { on, id, item } = scene;
      const { status } = await whileLocked(
        app,
        `select pg_advisory_xact_lock(hashtextextended('${on.id}', 95))`,
        {
          begin: () => client().mutate('automations.run', { id, itemId: item }),
          act: () => remove(id),
        },
      );
      expect(status).toBe(404);
      expect([await textOf(on, item), await effectsOf(id)]).toEqual([null, []]);
    });

    it('200: a deletion waits for the run, and removes it', async () => {
      const scene = await anIdleScene();
      let deletion: Promise<unknown> = Promise.resolve();
      const { status, data } = await runDuring(scene, () => {
        deletion = remove(scene.id);
        return Promise.resolve();
      });
      await deletion;
      expect([status, data.status]).toEqual([200, 'success']);
      await isGone(scene);
    });
  });
});
