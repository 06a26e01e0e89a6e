import { beforeAll, describe, expect, it } from 'vitest';
import { anAutomation, logOf, runAutomations } from '../../../support/factories/automation.factory';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { anItem } from '../../../support/factories/item.factory';
import { aWorkspace, made } from '../../../support/factories/workspace.factory';
import { listedNames } from '../../../support/item-lists';

const COLUMNS = [
  { name: 'Text', type: 'text' },
  { name: 'Long', type: 'long_text' },
];
const MAIL = { to: 'someone@example.com', subject: 'Hello', body: 'Text' };

describe('what automations cannot do', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ columns: COLUMNS });
  });
  const client = () => board.organization.owner.client;
  const newBoard = () =>
    aBoard({ organization: board.organization, workspace: board.workspace, columns: COLUMNS });
  const hiddenBoard = async (columns = COLUMNS) => {
    const workspace = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    return aBoard({ workspace, groups: ['There'], columns });
  };

  it('read an item that has moved to a board that the creator does not see', async () => {
    const [on, hidden] = [await newBoard(), await hiddenBoard()];
    const member = await board.workspace.addMember();
    const copy = {
      type: 'create_item',
      config: { boardId: board.id, groupId: board.groupIds[0], name: '{item.name}' },
    };
    const conditions = [{ columnId: on.column('Text'), operator: 'is_empty' }];
    const [plain, conditional] = [
      await anAutomation(on, { client: member.client, actions: [copy] }),
      await anAutomation(on, { client: member.client, actions: [copy], conditions }),
    ];
    const item = await anItem(on);
    await made(client(), 'items.move', { id: item, boardId: hidden.id, groupId: hidden.groupIds[0] });
    await made(client(), 'items.update', { id: item, name: 'Secret' });
    await runAutomations(on);
    for (const id of [plain, conditional])
      expect(await logOf(on, id)).toMatchObject([{ status: 'failed', error: 'No such item' }]);
    expect(await listedNames(board)).toEqual([]);

    const notify = {
      type: 'send_notification',
      config: { userIds: [member.userId], message: '{item.name}' },
    };
    const definition = {
      boardId: on.id,
      trigger: { type: 'item.created', config: {} },
      actions: [notify],
    };
    const { data } = await member.client.mutate('automations.dryRun', { definition, lastEvents: 1 });
    expect(data.runs).toMatchObject([{ status: 'failed', error: 'No such item', effects: [] }]);
  });

  it('act for a creator who can only view the board', async () => {
    const workspace = await aWorkspace({ organization: board.organization });
    const on = await aBoard({ workspace, columns: COLUMNS });
    const member = await workspace.addMember();
    const actions = [{ type: 'send_email', config: MAIL }];
    const id = await anAutomation(on, { client: member.client, actions });
    const change = { workspaceId: workspace.id, userId: member.userId, role: 'viewer' };
    await made(client(), 'workspaces.members.updateRole', change);
    await anItem(on);
    await runAutomations(on);
    expect(await logOf(on, id)).toMatchObject([
      {
        status: 'failed',
        error: "The automation's creator can no longer create automations on this board",
        effects: [],
      },
    ]);
  });

  it('show names of a hidden board in the log and as the reason of disabling', async () => {
    const [on, hidden] = [
      await newBoard(),
      await hiddenBoard([
        { name: 'Secret amount', type: 'number' },
        { name: 'Secret code', type: 'text' },
      ]),
    ];
    const amount = hidden.column('Secret amount');
    const config = {
      boardId: hidden.id,
      groupId: hidden.groupIds[0],
      name: 'x',
      values: { [amount]: '{item.name}' },
    };
    const id = await anAutomation(on, { actions: [{ type: 'create_item', config }] });
    await anItem(on, { name: 'No number' });
    await runAutomations(on);
    expect(await logOf(on, id)).toMatchObject([
      { status: 'failed', error: `The other board does not accept this: values.${amount}`, failedAction: 0 },
    ]);
    await made(client(), 'columns.delete', { id: amount });
    await runAutomations(on, hidden);
    const [automation] = (await client().query('automations.list', { boardId: on.id })).data.automations;
    expect(automation).toMatchObject({
      enabled: false,
      disabledReason: 'A column of another board was deleted',
    });
  });

  it('fill texts without end', async () => {
    const on = await newBoard();
    const text = '{value.Long}'.repeat(800);
    const hook = { url: 'https://example.com/', method: 'POST' };
    const ids = [
      await anAutomation(on, { actions: [{ type: 'send_email', config: { ...MAIL, body: text } }] }),
      await anAutomation(on, {
        actions: [{ type: 'call_webhook', config: { ...hook, body: { a: text, b: text } } }],
      }),
    ];
    await anItem(on, { values: { [on.column('Long')]: 'x'.repeat(100_000) } });
    await runAutomations(on);
    for (const id of ids)
      expect(await logOf(on, id)).toMatchObject([
        { status: 'failed', error: 'The template variables insert more than 1000000 characters' },
      ]);
  });

  it('name an item with half a character', async () => {
    const on = await newBoard();
    const config = { boardId: board.id, groupId: board.groupIds[0], name: 'x{value.Long}' };
    await anAutomation(on, { actions: [{ type: 'create_item', config }] });
    await anItem(on, { values: { [on.column('Long')]: '\u{1F600}'.repeat(500) } });
    await runAutomations(on);
    const [name = ''] = await listedNames(board);
    expect(name).toMatch(/^x\u{1F600}{100,}$/u);
  });
});
