import { beforeAll, describe, expect, it } from 'vitest';
import type { ItemId } from '../../../src/kernel/ids';
import type { WireClient } from '../../support/client';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { made } from '../../support/factories/workspace.factory';
import { listedItems } from '../../support/item-lists';

const LABELS = ['A', 'B', 'C'];

describe('items.list while another user writes', () => {
  let board: TestBoard;
  let writer: WireClient;
  /** Never written to. */
  const stays: ItemId[] = [];
  /** Moved, changed, archived, put into Trash and brought back all the time. */
  const moves: ItemId[] = [];

  beforeAll(async () => {
    board = await aBoard({
      groups: ['One', 'Two', 'Three'],
      columns: [
        { name: 'Number', type: 'number' },
        { name: 'Text', type: 'text' },
        { name: 'Status', type: 'status', config: { labels: LABELS.map((name) => ({ name })) } },
        { name: 'Twice', type: 'formula', config: { expression: '{Number} * 2' } },
      ],
    });
    writer = (await board.organization.addMember('admin')).client;
    for (const [at, groupId] of board.groupIds.entries()) {
      const items = Array.from({ length: 60 }, (_, n) => ({
        name: `Item ${n % 17}`,
        values: valuesOf(n + at),
      }));
      const answer = await made(writer, 'items.bulkCreate', { boardId: board.id, groupId, items });
      for (const [n, { id }] of (answer.items as { id: ItemId }[]).entries())
        (n % 3 === 0 ? moves : stays).push(id);
    }
  });

  // Every key several times, every fifth cell empty.
  const valuesOf = (n: number): Record<string, unknown> =>
    n % 5 === 0
      ? {}
      : {
          [board.column('Number')]: n % 7,
          [board.column('Text')]: `text ${n % 11}`,
          [board.column('Status')]: LABELS[n % 3],
        };

  /** Writes until stopped, a different change of another item each time. */
  const write = async (isOver: () => boolean) => {
    for (let n = 0; !isOver(); n += 1) {
      const id = moves[(n * 37) % moves.length]!;
      const groupId = board.groupIds[n % 3]!;
      const changes = valuesOf(n * 3 + 1);
      switch (n % 7) {
        case 0:
          await writer.mutate('items.move', { id, groupId, position: n % 50 });
          break;
        case 1:
          await writer.mutate('items.update', { id, name: `Item ${n}` });
          break;
        case 2:
          await writer.mutate('items.delete', { id });
          break;
        case 3:
          await writer.mutate('items.archive', { id });
          break;
        case 4:
          for (const each of moves.slice(0, 6)) await writer.mutate('items.restore', { id: each });
          break;
        case 5:
          await writer.mutate('items.create', { boardId: board.id, groupId, name: 'New', position: n % 90 });
          break;
        default:
          if (Object.keys(changes).length > 0)
            await writer.mutate('items.bulkUpdate', { itemIds: [id], changes });
      }
    }
  };

  const few = { filters: [{ columnId: 'createdAt', operator: 'within', value: 'last_7_days' }] };
  it.each(
    ['', 'name', 'createdAt', 'groupId', 'Number', 'Text', 'Status', 'Twice'].flatMap((by) =>
      (['asc', 'desc'] as const).map((sortDir) => [by, sortDir] as const),
    ),
  )('200: sorted by %s, %s, what stays comes once, in the order it has afterwards', async (by, sortDir) => {
    const { client } = board.organization.owner;
    const fields = ['', 'name', 'createdAt', 'groupId'];
    const sortBy = by === '' ? undefined : fields.includes(by) ? by : board.column(by);
    const input = { boardId: board.id, sortBy, sortDir };
    let isOver = false;
    const writing = write(() => isOver);
    const staying = async (more: object) =>
      (await listedItems(client, { ...input, ...more }))
        .map(({ id }) => id)
        .filter((id) => stays.includes(id as ItemId));
    const seen = await staying({ limit: 20 }).finally(() => (isOver = true));
    await writing;
    expect(seen.toSorted()).toEqual(stays.toSorted());
    expect(await staying({})).toEqual(seen);
    expect(await staying({ ...few, limit: 60 })).toEqual(seen);
  });
});
