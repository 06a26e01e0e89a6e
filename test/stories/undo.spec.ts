import { beforeAll, describe, expect, it } from 'vitest';
import { deliverEvents } from '../support/events';
import { aBoard, type TestBoard } from '../support/factories/board.factory';
import { seededRandom } from '../support/seeded-random';
import { contentOf } from '../support/exported-board';

const CALLS = 200;
const COLUMNS = [
  { name: 'Text', type: 'text' },
  { name: 'Number', type: 'number' },
  { name: 'Status', type: 'status', config: { labels: [{ name: 'Open' }, { name: 'Done' }] } },
  { name: 'Due', type: 'date' },
  { name: 'Done', type: 'checkbox' },
  { name: 'After', type: 'dependency' },
  { name: 'Double', type: 'formula', config: { expression: '{Number} * 2' } },
  { name: 'No.', type: 'auto_number' },
];

/** Any calls on the items of two boards. */
class RandomCalls {
  readonly live: string[] = [];
  readonly away: string[] = [];
  readonly subItems = new Set<string>();

  constructor(
    private readonly boards: readonly TestBoard[],
    private readonly random: () => number,
  ) {}

  below(end: number): number {
    return Math.floor(this.random() * end);
  }

  one<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  some(): string[] {
    return [...new Set(Array.from({ length: 1 + this.below(4) }, () => this.one(this.live)))];
  }

  next(): [name: string, input: Record<string, unknown>] {
    const board = this.one(this.boards);
    const groupId = board.group(this.one(['A', 'B']));
    const position = this.below(8);
    const id = this.live.length === 0 ? '' : this.one(this.live);
    const value = this.below(100);
    const kind = this.live.length < 8 ? 0 : this.below(17);
    const calls: [name: string, input: Record<string, unknown>][] = [
      ['items.create', { boardId: board.id, groupId, position, name: `Item ${value}` }],
      ['items.create', { boardId: board.id, groupId, parentId: id, name: `Sub ${value}` }],
      ['items.bulkCreate', { boardId: board.id, groupId, items: [{ name: 'First' }, { name: 'Second' }] }],
      ['items.update', { id, name: `Renamed ${value}`, description: `<p>${value}</p>` }],
      ['items.setValue', { itemId: id, columnId: board.column('Number'), value }],
      [
        'items.setValue',
        { itemId: id, columnId: board.column('Status'), value: this.one([null, 'Done', 'Open']) },
      ],
      ['items.setValue', { itemId: id, columnId: board.column('After'), value: [this.one(this.live)] }],
      [
        'items.bulkUpdate',
        {
          itemIds: this.some(),
          changes: { [board.column('Text')]: `${value}`, [board.column('Done')]: true },
        },
      ],
      ['items.move', { id, groupId, position }],
      ['items.move', { id, boardId: board.id, groupId, position }],
      ['items.bulkMove', { itemIds: this.some(), boardId: board.id, groupId, position }],
      ['items.reorder', { groupId, itemIds: this.some() }],
      ['items.archive', { id }],
      ['items.bulkDelete', { itemIds: this.some() }],
      ['items.duplicate', { id }],
      ['items.restore', { id: this.away.length === 0 ? id : this.one(this.away) }],
      ['items.delete', { id }],
    ];
    return calls[kind]!;
  }

  note(name: string, input: Record<string, unknown>, data: { id?: string; items?: { id: string }[] }): void {
    if (/[cC]reate|duplicate/.test(name)) this.live.push(...(data.items ?? [data]).map((item) => item.id!));
    if (!/archive|elete/.test(name)) return;
    this.away.push(...((input['itemIds'] as string[] | undefined) ?? [input['id'] as string]));
  }
}

describe('undo', () => {
  let boards: TestBoard[];
  beforeAll(async () => {
    const first = await aBoard({ groups: ['A', 'B'], columns: COLUMNS });
    const second = await aBoard({
      organization: first.organization,
      groups: ['A', 'B'],
      columns: COLUMNS.slice(0, 6),
    });
    boards = [first, second];
  });

  it.each([1, 2])('undoes %i times many calls in reverse order, step by step', async (seed) => {
    const { client } = boards[0]!.organization.owner;
    const calls = new RandomCalls(boards, seededRandom(seed));
    const contents = async () => [
      await contentOf(client, boards[0]!.id),
      await contentOf(client, boards[1]!.id),
    ];
    const done: { requestId: string; call: unknown; before: unknown }[] = [];
    let before = await contents();
    while (done.length < CALLS) {
      const [name, input] = calls.next();
      const { status, data, headers } = await client.mutate(name, input);
      expect(status).toBeLessThan(500);
      if (status !== 200) continue;
      calls.note(name, input, data);
      done.push({ requestId: headers['x-request-id']!, call: [name, input, data], before });
      before = await contents();
    }
    await deliverEvents(boards[0]!.organization.app);
    let undone = 0;
    for (const { requestId, call, before: expected } of done.toReversed()) {
      const { status, data, error } = await client.mutate('changes.undo', { requestId });
      // A call such as a move to the same place has changed nothing.
      const answer = [call, status, data?.skipped, (error?.data as { reason?: string } | undefined)?.reason];
      expect([
        [call, 200, [], undefined],
        [call, 404, undefined, 'change_not_found'],
      ]).toContainEqual(answer);
      if (status === 200) undone += 1;
      expect([call, await contents()]).toEqual([call, expected]);
    }
    expect(undone).toBeGreaterThan(CALLS / 2);
  });
});
