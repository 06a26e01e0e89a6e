import { describe, expect, it } from 'vitest';
import type { ItemId } from '../../../src/kernel/ids';
import type { WireAnswer } from '../../support/client';
import { aBoard, type ColumnSpec, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { made } from '../../support/factories/workspace.factory';
import { indexedValues } from './support/indexed-values';

interface WireLabel {
  id: string;
  name: string;
}

/** A whole number below the limit per call, the same ones in every run. */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const LABELS = { labels: ['A', 'B', 'C', 'D'].map((name) => ({ name })) };

const COLUMNS: ColumnSpec[] = [
  { name: 'text', type: 'text' },
  { name: 'long_text', type: 'long_text' },
  { name: 'number', type: 'number' },
  { name: 'currency', type: 'currency' },
  { name: 'percentage', type: 'percentage' },
  { name: 'rating', type: 'rating' },
  { name: 'progress', type: 'progress' },
  { name: 'date', type: 'date' },
  { name: 'date_range', type: 'date_range' },
  { name: 'timeline', type: 'timeline' },
  { name: 'time_tracking', type: 'time_tracking' },
  { name: 'status', type: 'status', config: LABELS },
  { name: 'label', type: 'label', config: LABELS },
  { name: 'dropdown', type: 'dropdown', config: { options: ['A', 'B', 'C', 'D'] } },
  { name: 'checkbox', type: 'checkbox' },
  { name: 'priority', type: 'priority' },
  { name: 'people', type: 'people' },
  { name: 'link', type: 'link' },
  { name: 'dependency', type: 'dependency' },
  { name: 'auto_number', type: 'auto_number' },
  { name: 'created_date', type: 'created_date' },
  { name: 'last_updated', type: 'last_updated' },
  { name: 'email', type: 'email' },
  { name: 'phone', type: 'phone' },
  { name: 'url', type: 'url' },
  { name: 'color', type: 'color' },
  { name: 'twice', type: 'formula', config: { expression: '{number} * 2' } },
  { name: 'stage', type: 'formula', config: { expression: '{status} & "/" & {text}' } },
  { name: 'share', type: 'formula', config: { expression: '1 / {rating}' } },
];

/** Everything that a test of one organization writes to: two boards with the same columns, and what they hold. */
class Fuzzed {
  readonly items: ItemId[] = [];
  /** How many writes were not rejected. */
  written = 0;

  constructor(
    readonly boards: [TestBoard, TestBoard],
    private readonly people: string[],
    private readonly random: (limit: number) => number,
  ) {}

  get client() {
    return this.boards[0].organization.owner.client;
  }

  /** A write that may be rejected, but never fails. */
  async send(name: string, input: object): Promise<WireAnswer> {
    const answer = await this.client.mutate(name, input);
    if (answer.status >= 500) throw new Error(`${name} ${JSON.stringify(answer.body)}`);
    if (answer.status === 200) this.written += 1;
    return answer;
  }

  some<T>(from: readonly T[]): T {
    return from[this.random(from.length)]!;
  }

  /** What a column takes, in one of the forms that it takes; null clears. */
  valueOf(type: string): unknown {
    const one = this.some(['A', 'B', 'C', 'D']);
    if (this.random(6) === 0) return null;
    switch (type) {
      case 'text':
        return this.some(['item 2', 'item 10', 'Ä', 'x'.repeat(300)]);
      case 'long_text':
        return this.some(['<p>Hello</p>', '<p><b>9</b> lives</p>']);
      case 'number':
      case 'currency':
      case 'percentage':
        return this.some([0, -1.5, 1e15, '12.25']);
      case 'rating':
        return this.random(6);
      case 'progress':
        return this.random(101);
      case 'date':
        return this.some(['2026-01-31', '0001-01-01T00:00:00Z']);
      case 'date_range':
      case 'timeline':
        return { start: '2026-01-01', end: this.some(['2026-01-02', '2026-03-01']) };
      case 'time_tracking':
        return { seconds: this.random(1000) };
      case 'status':
        return this.some([one, { label: one }]);
      case 'label':
        return this.some([[one], ['D', one], ['A', 'B', 'C'], []]);
      case 'dropdown':
        return one;
      case 'checkbox':
        return this.random(2) === 0;
      case 'priority':
        return this.some(['Critical', 'high', { label: 'Low' }]);
      case 'people':
        return this.some([[this.people[0]], this.people, this.people[1]]);
      case 'email':
        return this.some(['a@example.com', 'B2@example.com']);
      case 'phone':
        return this.some(['+49 30 123456', '+4930123457']);
      case 'url':
        return this.some(['https://example.com/a', 'https://example.com/10']);
      case 'color':
        return this.some(['#00ff00', '#ABCDEF']);
      default:
        return null;
    }
  }

  values(board: TestBoard, count: number): Record<string, unknown> {
    const writable = board.record.columns.filter(
      ({ type }: { type: string }) =>
        !['formula', 'auto_number', 'created_date', 'last_updated', 'link', 'dependency'].includes(type),
    );
    return Object.fromEntries(
      Array.from({ length: count }, () => this.some(writable) as { id: string; type: string }).map(
        ({ id, type }) => [id, this.valueOf(type)],
      ),
    );
  }

  async create(values = true): Promise<void> {
    const board = this.some(this.boards);
    this.items.push(await anItem(board, { values: values ? this.values(board, 12) : {} }));
  }

  async labelsOf(columnId: string): Promise<WireLabel[]> {
    const { data } = await this.client.query('columns.list', { boardId: this.boards[0].id });
    return data.columns.find(({ id }: { id: string }) => id === columnId).config.labels;
  }

  /** Takes a label away, whose items get another one; it comes back as a new one, so that every input stays good. */
  async trade(name: 'status' | 'label'): Promise<void> {
    const id = this.boards[0].column(name);
    const labels = await this.labelsOf(id);
    const gone = this.some(labels);
    const kept = labels.filter((label) => label !== gone);
    const config = { labels: kept };
    await made(this.client, 'columns.update', { id, config, reassignTo: this.some(kept).id });
    await made(this.client, 'columns.update', { id, config: { labels: [{ name: gone.name }, ...kept] } });
  }

  async rename(name: 'status' | 'label'): Promise<void> {
    const id = this.boards[0].column(name);
    const labels = (await this.labelsOf(id)).toReversed();
    await made(this.client, 'columns.update', { id, config: { labels } });
  }

  async tradeOption(): Promise<void> {
    const id = this.boards[0].column('dropdown');
    const gone = this.some(['A', 'B', 'C', 'D']);
    const kept = ['A', 'B', 'C', 'D'].filter((option) => option !== gone);
    const reassignTo = this.some(kept);
    await made(this.client, 'columns.update', { id, config: { options: kept }, reassignTo });
    await made(this.client, 'columns.update', { id, config: { options: [gone, ...kept] } });
  }

  /** One write of any kind. What cannot be done with the item as it is now (archived, in Trash) is rejected, no more. */
  async write(): Promise<void> {
    const { client, items, random } = this;
    const id = this.some(items);
    const { data: item } = await client.query('items.get', { id });
    const board = this.boards.find((each) => each.id === item?.boardId) ?? this.boards[0];
    const other = this.boards.find((each) => each !== board)!;
    const columns: { id: string; type: string }[] = board.record.columns;
    switch (random(16)) {
      case 0:
        return this.create();
      case 1:
        return void (await this.send('items.bulkUpdate', {
          itemIds: [...new Set([id, this.some(items), this.some(items)])],
          changes: this.values(board, 3),
        }));
      case 2: {
        const given = Array.from({ length: 3 }, (_, at) => ({
          name: `Bulk ${at}`,
          values: this.values(board, 6),
        }));
        const { data } = await this.send('items.bulkCreate', {
          boardId: board.id,
          groupId: board.groupIds[0],
          items: given,
        });
        return void items.push(...data.items.map((each: { id: ItemId }) => each.id));
      }
      case 3: {
        const { status, data } = await this.send('items.duplicate', { id });
        return void (status === 200 && items.push(data.id));
      }
      case 4: {
        const to = { groupId: other.groupIds[1], boardId: other.id };
        return void (await this.send('items.move', { id, ...to }));
      }
      case 5: {
        const to = { groupId: other.groupIds[0], boardId: other.id };
        return void (await this.send('items.bulkMove', { itemIds: [id, ...items.slice(0, 1)], ...to }));
      }
      case 6:
        return void (await this.send('items.archive', { id }));
      case 7:
        return void (await this.send('items.delete', { id }));
      case 8:
        for (const each of items) await this.send('items.restore', { id: each });
        return undefined;
      case 9:
        return this.trade(this.some(['status', 'label']));
      case 10:
        return this.rename(this.some(['status', 'label']));
      case 11:
        return this.tradeOption();
      case 12: {
        const position = random(3);
        return void (await this.send('items.move', { id, groupId: this.some(board.groupIds), position }));
      }
      case 13: {
        const values = { link: [this.some(items)], dependency: [this.some(items)] };
        const name = this.some(['link', 'dependency'] as const);
        const columnId = board.column(name);
        return void (await this.send('items.setValue', { itemId: id, columnId, value: values[name] }));
      }
      default:
        for (const type of ['status', 'dropdown', 'priority', this.some(columns).type]) {
          const columnId = board.column(type === 'formula' ? 'number' : type);
          await this.send('items.setValue', { itemId: id, columnId, value: this.valueOf(type) });
        }
    }
  }
}

describe('the index of values', () => {
  it.each([1, 2])('agrees with the values of every item after random writes (%i)', async (seed) => {
    const random = randomNumbers(seed);
    const first = await aBoard({ groups: ['One', 'Two'], columns: COLUMNS });
    const { organization } = first;
    const second = await aBoard({ ...first, name: 'Second', groups: ['One', 'Two'], columns: COLUMNS });
    const people = [organization.owner.userId, (await organization.addMember('member', 'Zoë 10')).userId];
    const world = new Fuzzed([first, second], people, random);
    for (let at = 0; at < 6; at += 1) await world.create(at > 2);
    for (let at = 0; at < 50; at += 1) {
      await world.write();
      const { expected, found } = await indexedValues(first);
      expect(found).toEqual(expected);
    }
    expect(world.written).toBeGreaterThan(30);
    for (const name of ['status', 'label', 'dropdown', 'people', 'number']) {
      const id = first.column(name);
      await made(organization.owner.client, 'columns.duplicate', { id, includeValues: true });
    }
    const { expected, found } = await indexedValues(first);
    expect(found.length).toBeGreaterThan(20);
    expect(found).toEqual(expected);
  });
});
