import { beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../../src/access/scope';
import type { ItemId } from '../../../src/kernel/ids';
import type { WireClient } from '../../support/client';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { made } from '../../support/factories/workspace.factory';
import { listedItems } from '../../support/item-lists';

interface WireLabel {
  id: string;
  name: string;
}

const NAMES = ['A', 'B', 'C', 'D'];
/** Removed labels and their replacements: before, at and after the position of the scan. */
const GONE = ['AB', 'AD', 'BA', 'BC', 'CB', 'DA'].map((pair) => [pair[0]!, pair[1]!] as const);
const DIRECTIONS = ['asc', 'desc'] as const;

describe('items.list, from page to page', () => {
  let base: TestBoard;
  beforeAll(async () => {
    base = await aBoard({ columns: [] });
  });

  /** An item of each label, and one without, in each of three groups. */
  const labelled = async () => {
    const board = await aBoard({
      ...base,
      groups: ['One', 'Two', 'Three'],
      columns: [{ name: 'Status', type: 'status', config: { labels: NAMES.map((name) => ({ name })) } }],
    });
    const status = board.column('Status');
    const ids: ItemId[] = [];
    for (const groupId of board.groupIds) {
      const items = [...NAMES, null].map((name) => ({
        name: `${name}`,
        values: name === null ? {} : { [status]: name },
      }));
      const { client } = board.organization.owner;
      const answer = await made(client, 'items.bulkCreate', { boardId: board.id, groupId, items });
      ids.push(...answer.items.map(({ id }: { id: ItemId }) => id));
    }
    return { board, status, ids, labels: board.record.columns[0].config.labels as WireLabel[] };
  };

  /** The ids of all pages of four items, with a change after the first page. */
  const walk = async (
    board: TestBoard,
    input: object,
    after: (soFar: string[]) => Promise<unknown>,
    client: WireClient = board.organization.owner.client,
  ): Promise<string[]> => {
    const items = await listedItems(client, { boardId: board.id, limit: 4, ...input }, async (soFar) => {
      if (soFar.length === 4) await after(soFar.map(({ id }) => id));
    });
    return items.map(({ id }) => id);
  };

  const few = { filters: [{ columnId: 'createdAt', operator: 'within', value: 'last_7_days' }] };

  describe.each([
    ['', {}],
    [' filtered', few],
  ])('200:%s by labels', (_what, more) => {
    it.each(DIRECTIONS)(
      'that are reordered meanwhile, %s, nothing is skipped or repeated',
      async (sortDir) => {
        const { board, status, ids, labels } = await labelled();
        const { client } = board.organization.owner;
        const seen = await walk(board, { sortBy: status, sortDir, ...more }, () =>
          made(client, 'columns.update', {
            id: status,
            config: { labels: [2, 0, 3, 1].map((at) => labels[at]) },
          }),
        );
        expect(seen.toSorted()).toEqual(ids.toSorted());
      },
    );

    it.each(DIRECTIONS)('of which one is created meanwhile, %s', async (sortDir) => {
      const { board, status, ids, labels } = await labelled();
      const { client } = board.organization.owner;
      let added = '';
      const seen = await walk(board, { sortBy: status, sortDir, ...more }, async () => {
        const config = { labels: [{ name: 'New' }, ...labels] };
        await made(client, 'columns.update', { id: status, config });
        added = await anItem(board, { values: { [status]: 'New' } });
      });
      expect(seen.filter((id) => id !== added).toSorted()).toEqual(ids.toSorted());
    });

    it.each(DIRECTIONS.flatMap((dir) => GONE.map(([gone, to]) => [dir, gone, to] as const)))(
      'of which one goes meanwhile, %s, %s to %s, nothing is skipped',
      async (sortDir, gone, to) => {
        const { board, status, ids, labels } = await labelled();
        const { client } = board.organization.owner;
        const seen = await walk(board, { sortBy: status, sortDir, ...more }, () =>
          made(client, 'columns.update', {
            id: status,
            config: { labels: labels.filter(({ name }) => name !== gone) },
            reassignTo: labels.find(({ name }) => name === to)!.id,
          }),
        );
        expect([...new Set(seen)].toSorted()).toEqual(ids.toSorted());
      },
    );
  });

  it.each([undefined, 'name'])('200: groups that are reordered meanwhile (%s)', async (sortBy) => {
    const { board, ids } = await labelled();
    const { client } = board.organization.owner;
    const seen = await walk(board, { sortBy }, () =>
      made(client, 'boards.groups.reorder', { boardId: board.id, groupIds: board.groupIds.toReversed() }),
    );
    expect(seen.toSorted()).toEqual(ids.toSorted());
  });

  it('200: two callers whose pages end at the same item do not affect each other', async () => {
    const { board, ids } = await labelled();
    const { owner } = board.organization;
    const others = [
      (await board.organization.addMember('admin')).client,
      await board.organization.tokenFor(owner, SCOPES),
    ];
    for (const other of others) {
      const moved = { id: ids[0]!, groupId: board.group('One') };
      await made(owner.client, 'items.move', { ...moved, position: 3 });
      let cursor = '';
      const seen = await walk(board, {}, async (soFar) => {
        cursor = soFar.at(-1)!;
        expect(cursor).toBe(ids[0]);
        await made(owner.client, 'items.move', { ...moved, position: 0 });
        const { data } = await other.query('items.list', { boardId: board.id, limit: 1 });
        expect(data.nextCursor).toBe(cursor);
      });
      expect(seen.toSorted()).toEqual(ids.toSorted());
    }
  });
});
