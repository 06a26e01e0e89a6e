import { describe, expect, it } from 'vitest';
import type { ItemId } from '../../../src/kernel/ids';
import type { WireAnswer } from '../../support/client';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { listedItems } from '../../support/item-lists';
import { laneFaults } from './support/lane-faults';

const WORKERS = 16;
const STEPS = 20;

interface World {
  boards: TestBoard[];
  /** Grows as workers create items; an item can be deleted, archived or moved by the time it is used. */
  items: { id: ItemId; board: TestBoard }[];
  subItems: ItemId[];
}

const any = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!;

/** One step of a worker: a call that may be rejected, as others change the same items meanwhile. */
const steps: ((world: World) => Promise<WireAnswer>)[] = [
  ({ boards, items }) => create(any(boards), items, {}),
  ({ boards, items }) => create(any(boards), items, { position: 1 }),
  ({ boards, items }) => create(any(boards), items, { position: Math.floor(Math.random() * 20) }),
  async ({ boards, items, subItems }) => {
    const [board] = boards;
    const parent = any(items);
    const { data } = await call(board!, 'items.get', { id: parent.id });
    const input = {
      boardId: data?.boardId ?? board!.id,
      groupId: data?.groupId ?? board!.groupIds[0],
      name: 'Sub',
    };
    const position = Math.random() < 0.5 ? 0 : undefined;
    const answer = await call(board!, 'items.create', { ...input, parentId: parent.id, position });
    if (answer.status === 200) subItems.push(answer.data.id);
    return answer;
  },
  ({ items }) => move(any(items), { position: 1 }),
  ({ items }) => move(any(items), { position: Math.floor(Math.random() * 20) }),
  ({ items }) => move(any(items), {}),
  ({ boards, items }) => {
    const board = any(boards);
    return move(any(items), {
      boardId: board.id,
      groupId: any(board.groupIds),
      position: Math.floor(Math.random() * 9),
    });
  },
  async ({ boards, subItems }) => {
    const id = any(subItems);
    const { data } = await call(boards[0]!, 'items.get', { id });
    return call(boards[0]!, 'items.move', {
      id,
      groupId: data?.groupId ?? boards[0]!.groupIds[0],
      position: 0,
    });
  },
  async ({ boards }) => {
    const board = any(boards);
    const groupId = any(board.groupIds);
    const { data } = await call(board, 'items.list', { boardId: board.id, groupId, limit: 8 });
    const itemIds = data.items.map(({ id }: { id: string }) => id).toReversed();
    return call(board, 'items.reorder', { groupId, itemIds });
  },
  ({ boards, items }) => call(boards[0]!, 'items.archive', { id: any(items).id }),
  ({ boards, items }) => call(boards[0]!, 'items.delete', { id: any(items).id }),
  ({ boards, items }) => call(boards[0]!, 'items.restore', { id: any(items).id }),
  ({ boards, items }) => call(boards[0]!, 'items.restore', { id: any(items).id }),
  ({ boards, subItems }) => call(boards[0]!, any(['items.archive', 'items.delete']), { id: any(subItems) }),
  ({ boards, subItems }) => call(boards[0]!, 'items.restore', { id: any(subItems) }),
  ({ boards, items }) =>
    call(boards[0]!, 'items.bulkDelete', { itemIds: [...new Set([any(items).id, any(items).id])] }),
  ({ boards, items }) => call(boards[0]!, 'items.restore', { id: any(items).id }),
  ({ boards, items }) => bulkCreate(any(boards), items, Math.floor(Math.random() * 20)),
  ({ boards, items }) => bulkCreate(any(boards), items, undefined),
  ({ boards, items }) => bulkMove(any(boards), some(items), { position: Math.floor(Math.random() * 20) }),
  ({ boards, items }) => bulkMove(any(boards), some(items), {}),
  async ({ boards, items }) => {
    const board = any(boards);
    const { data } = await call(board, 'items.list', { boardId: board.id, limit: 9 });
    const inOrder = data.items.map(({ id }: { id: ItemId }) => ({ id, board }));
    return bulkMove(board, inOrder.length > 0 ? inOrder.toReversed() : some(items), { position: 1 });
  },
  async ({ items }) => {
    const { id, board } = any(items);
    const answer = await call(board, 'items.duplicate', { id });
    if (answer.status === 200) items.push({ id: answer.data.id, board });
    return answer;
  },
  async ({ boards, items }) => {
    const { data } = await boards[0]!.organization.owner.client.query('trash.list', { limit: 5 });
    const ids = data.items.map(({ id }: { id: ItemId }) => id);
    return call(boards[0]!, 'trash.purge', { ids: ids.length > 2 ? ids.slice(3) : [any(items).id] });
  },
];

function some(items: World['items']): World['items'] {
  return [...new Set(Array.from({ length: 6 }, () => any(items)))];
}

async function bulkCreate(
  board: TestBoard,
  items: World['items'],
  position: number | undefined,
): Promise<WireAnswer> {
  const parent = any(items);
  const { data } = await call(board, 'items.get', { id: parent.id });
  const isHere = data?.boardId === board.id && data.parentId === null;
  const answer = await call(board, 'items.bulkCreate', {
    boardId: board.id,
    groupId: isHere ? data.groupId : any(board.groupIds),
    position,
    items: [
      { name: 'Bulk', values: { [board.column('Number')]: 3 } },
      ...(isHere ? [{ name: 'Sub', parentId: parent.id }] : []),
      { name: 'Bulk' },
    ],
  });
  if (answer.status === 200) items.push({ id: answer.data.items[0].id, board });
  return answer;
}

function bulkMove(board: TestBoard, items: World['items'], more: object): Promise<WireAnswer> {
  const itemIds = items.map(({ id }) => id);
  return call(board, 'items.bulkMove', {
    itemIds,
    boardId: board.id,
    groupId: any(board.groupIds),
    ...more,
  });
}

function call(board: TestBoard, name: string, input: object): Promise<WireAnswer> {
  const { client } = board.organization.owner;
  return name === 'items.get' || name === 'items.list'
    ? client.query(name, input)
    : client.mutate(name, input);
}

async function create(board: TestBoard, items: World['items'], more: object): Promise<WireAnswer> {
  const values = {
    [board.column('Number')]: Math.floor(Math.random() * 5),
    [board.column('Status')]: 'Done',
  };
  const input = { boardId: board.id, groupId: any(board.groupIds), name: 'Item', values, ...more };
  const answer = await call(board, 'items.create', input);
  if (answer.status === 200) items.push({ id: answer.data.id, board });
  return answer;
}

function move({ id, board }: World['items'][number], more: object): Promise<WireAnswer> {
  return call(board, 'items.move', { id, groupId: any(board.groupIds), ...more });
}

describe('positions', () => {
  it(`stay exact while ${WORKERS} workers create, move, reorder, archive, delete, restore and purge, one by one and in bulk`, async () => {
    const columns = [
      { name: 'Number', type: 'number' },
      { name: 'Status', type: 'status' },
    ];
    const first = await aBoard({ groups: ['One', 'Two'], columns });
    const { organization, workspace } = first;
    const second = await aBoard({ organization, workspace, groups: ['Three'], columns });
    const world: World = { boards: [first, second], items: [], subItems: [] };
    for (let at = 0; at < 12; at += 1) world.items.push({ id: await anItem(first), board: first });
    world.subItems.push(await anItem(first, { parentId: world.items[0]!.id }));

    const answers: WireAnswer[] = [];
    const worker = async () => {
      for (let step = 0; step < STEPS; step += 1) answers.push(await any(steps)(world));
    };
    await Promise.all(Array.from({ length: WORKERS }, worker));

    const faults = answers.filter(({ status }) => ![200, 400, 404, 409].includes(status));
    expect(faults.map(({ body }) => body)).toEqual([]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(answers.length / 3);
    expect(await laneFaults(organization)).toEqual([]);

    for (const board of world.boards) {
      for (const groupId of board.groupIds) {
        const { client } = organization.owner;
        const items = await listedItems(client, { boardId: board.id, groupId, limit: 10 });
        expect(items.map(({ position }) => position)).toEqual([...items.keys()]);
        const byNumber = await listedItems(client, {
          boardId: board.id,
          groupId,
          sortBy: board.column('Number'),
        });
        expect(byNumber.map(({ id }) => id).toSorted()).toEqual(items.map(({ id }) => id).toSorted());
        for (const { id, position } of byNumber) expect(items[position]!.id).toBe(id);
      }
    }
  });

  it('stay exact when groups are merged, trashed and their items restored meanwhile', async () => {
    const board = await aBoard({
      groups: ['Stays', 'A', 'B', 'C'],
      columns: [{ name: 'Number', type: 'number' }],
    });
    const { organization } = board;
    const { client } = organization.owner;
    const ids: ItemId[] = [];
    for (let at = 0; at < 40; at += 1) {
      const groupId = board.groupIds[at % 4]!;
      const id = await anItem(board, { groupId, values: { [board.column('Number')]: at } });
      ids.push(id);
      if (at % 3 === 0) await anItem(board, { groupId, parentId: id });
    }
    const changes = [
      client.mutate('boards.groups.delete', { id: board.group('A') }),
      client.mutate('boards.groups.delete', { id: board.group('B'), moveItemsTo: board.group('C') }),
      ...ids.map((id, at) => client.mutate(at % 2 === 0 ? 'items.delete' : 'items.archive', { id })),
      ...ids.slice(20).map((id) => client.mutate('items.restore', { id })),
      ...ids
        .slice(0, 20)
        .map((id) => client.mutate('items.move', { id, groupId: board.group('Stays'), position: 2 })),
      ...Array.from({ length: 20 }, (_, at) =>
        client.mutate('items.create', { boardId: board.id, groupId: board.groupIds[at % 4], name: 'New' }),
      ),
    ];
    const answers = await Promise.all(changes);
    expect(
      answers.filter(({ status }) => ![200, 400, 404, 409].includes(status)).map(({ body }) => body),
    ).toEqual([]);
    expect(await laneFaults(organization)).toEqual([]);
    // Out of Trash, and then, what was archived there, out of the archive.
    for (const id of [...ids, ...ids]) await client.mutate('items.restore', { id });
    expect(await laneFaults(organization)).toEqual([]);
    const listed = await listedItems(client, { boardId: board.id });
    expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
    for (const id of ids) expect(listed.map((item) => item.id)).toContain(id);
  });
});
