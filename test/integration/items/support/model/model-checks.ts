import { isDeepStrictEqual } from 'node:util';
import type { WireClient } from '../../../../support/client';
import type { ListedItem } from '../../../../support/item-lists';
import { isLive, listOf, liveItems, type ModelBoard, type ModelItem } from './model-board';
import { type Question, QuestionMaker } from './model-questions';
import { presented } from './model-values';
import type { ModelWorld } from './model-world';

interface Page {
  input: Record<string, unknown>;
  cursor: string | null;
  limit: number;
  /** The organization's owner unless given. */
  reader?: WireClient;
}

/** Comparisons of what the service returns with the model. They throw what differs. */
export class ModelChecks {
  /** Items that pages contained, and pages; a test of nothing would have none. */
  readonly compared = { items: 0, pages: 0, filtered: 0 };

  constructor(private readonly world: ModelWorld) {}

  private get dice() {
    return this.world.dice;
  }

  /** Every live item of a board, in board order, and the sub-items of each. Reads the times that the model does not know. */
  async all(board: ModelBoard): Promise<void> {
    await this.walk({ input: { boardId: board.id }, expected: liveItems(board) }, () => 200);
    const parents = liveItems(board).filter(({ subItems }) => subItems.length > 0);
    for (const parent of parents) {
      const input = { boardId: board.id, parentId: parent.id };
      await this.walk({ input, expected: parent.subItems }, () => 200);
    }
    const { groups } = await this.world.query('boards.get', { id: board.id });
    equal(
      'groups',
      groups.map(({ id }: { id: string }) => id),
      board.groups.map(({ id }) => id),
    );
    const numbers = [...board.items].flatMap((item) => numberOf(item) ?? []);
    equal('numbers that are not unique', numbers.length - new Set(numbers).size, 0);
  }

  /** One list in one order with filters, all of it or from a random item on. */
  async list(): Promise<void> {
    const { dice } = this;
    const board = dice.one(this.world.boards);
    // The model reads times and numbers before it orders by them; any call can change the times of changes.
    const isRead = dice.once(6) || hasUnread(board);
    if (isRead) await this.all(board);
    const question = new QuestionMaker(this.world).ask(board, isRead);
    const { input, expected } = question;
    if ('filters' in input && expected.length > 0) this.compared.filtered += 1;
    if (dice.once(3)) return this.jump(question);
    if (expected.length < 2 || dice.once(2))
      return this.walk(question, () => dice.one([1, 7, 20, 50, 120, 200]));
    // The caller has seen no page that ends at the cursor (decision 0036), so the list continues at the item's place.
    const reader = await this.world.newReader();
    const from = dice.below(expected.length - 1);
    const limit = dice.one([1, 10, 50, 200]);
    const rest = expected.slice(from + 1);
    let cursor: string | null = expected[from]!.id;
    for (let at = 0; at < 2 * limit && cursor !== null; at += limit) {
      const page = { input, cursor, limit, reader };
      cursor = await this.page(page, rest.slice(at, at + limit), at + limit >= rest.length);
    }
  }

  /** A page at a random place, also beyond the end, and the page after it. */
  private async jump({ input, expected }: Question): Promise<void> {
    const { dice } = this;
    const [from, limit] = [dice.below(expected.length + 2), dice.one([1, 7, 50])];
    const end = from + limit;
    const isLast = end >= expected.length;
    const first = { input: { ...input, from }, cursor: null, limit };
    const cursor = await this.page(first, expected.slice(from, end), isLast);
    if (cursor === null) return;
    await this.page(
      { input, cursor, limit },
      expected.slice(end, end + limit),
      end + limit >= expected.length,
    );
  }

  private async walk({ input, expected }: Question, limitOf: () => number): Promise<void> {
    let cursor: string | null = null;
    let at = 0;
    do {
      const limit = limitOf();
      const rows = expected.slice(at, at + limit);
      at += limit;
      cursor = await this.page({ input, cursor, limit }, rows, at >= expected.length);
    } while (cursor !== null);
  }

  private async page(
    { input, cursor, limit, reader }: Page,
    expected: readonly ModelItem[],
    isLast: boolean,
  ): Promise<string | null> {
    const asked = { ...input, limit, ...(cursor === null ? {} : { cursor }) };
    const { items, nextCursor } = await this.world.query('items.list', asked, reader);
    const about = `items.list ${JSON.stringify(asked)}`;
    equal(
      about,
      items.map(shortly),
      expected.map((item) => shortly(item)),
    );
    for (const [at, item] of expected.entries()) this.compare(about, item, items[at]);
    equal(`nextCursor of ${about}`, nextCursor, isLast ? null : expected.at(-1)!.id);
    this.compared.pages += 1;
    this.compared.items += items.length;
    return nextCursor as string | null;
  }

  private compare(about: string, item: ModelItem, actual: ListedItem): void {
    this.read(item, actual);
    const where = `${about}: ${item.id}`;
    const { id, name, boardId, groupId, parentId, position, createdBy } = actual;
    equal(
      where,
      { id, name, boardId, groupId, parentId, position, createdBy },
      {
        id: item.id,
        name: item.name,
        boardId: item.board.id,
        groupId: item.groupId,
        parentId: item.parent?.id ?? null,
        position: isLive(item) ? listOf(item).indexOf(item) : position,
        createdBy: item.createdBy,
      },
    );
    this.compareValues(where, item, actual.values);
    equal(`createdAt of ${where}`, actual.createdAt, item.createdAt);
  }

  /** Times and numbers are what the service chooses; creation times never change, and no change is earlier than another. */
  private read(item: ModelItem, { createdAt, updatedAt, values }: ListedItem): void {
    item.createdAt ??= createdAt;
    if (item.updatedAt !== null && updatedAt < item.updatedAt)
      throw new Error(`${item.id} was changed earlier`);
    item.updatedAt = updatedAt;
    const column = item.board.columns.find(({ type }) => type === 'auto_number')!;
    const number = values[column.id] as unknown;
    if (!Number.isInteger(number)) throw new Error(`${item.id} has no number`);
    const known = item.values.get(column.id) as number | undefined;
    if (known !== undefined) equal(`number of ${item.id}`, number, known);
    item.values.set(column.id, number);
  }

  private compareValues(about: string, item: ModelItem, values: ListedItem['values']): void {
    const expected: Record<string, unknown> = {};
    const actual: Record<string, unknown> = { ...values };
    for (const column of item.board.columns) {
      const value = presented(item, column, this.world.refer);
      if (value !== undefined) expected[column.id] = value;
      const shown = actual[column.id] as { label: string } | undefined;
      if (column.type === 'priority' && shown !== undefined) actual[column.id] = { label: shown.label };
    }
    if (isDeepStrictEqual(actual, expected)) return;
    for (const { id, name } of item.board.columns)
      equal(`${name} of ${about}`, actual[id] ?? null, expected[id] ?? null);
    throw new Error(`Other columns have values: ${about}`);
  }

  /** One item with its sub-items. */
  async item(): Promise<void> {
    const items = this.world.boards.flatMap(liveItems);
    if (items.length === 0) return;
    const top = this.dice.one(items);
    const item = this.dice.one([top, ...top.subItems]);
    const record = await this.world.query('items.get', { id: item.id });
    this.compare('items.get', item, record);
    const ids = record.subItems.map(({ id }: { id: string }) => id);
    equal(
      `sub-items of ${item.id}`,
      ids,
      item.subItems.map(({ id }) => id),
    );
    for (const [at, sub] of item.subItems.entries()) {
      // Its time of change, which a column shows, is in no sub-item of items.get.
      const { values } = record.subItems[at];
      this.read(sub, { ...record.subItems[at], ...(await this.world.query('items.get', { id: sub.id })) });
      this.compareValues('sub-item of items.get', sub, values);
    }
  }

  /** What is archived and in Trash: the order of archived items among themselves is not the model's. */
  async away(): Promise<void> {
    const board = this.dice.one(this.world.boards);
    const archived = [...board.items].filter(
      ({ archivedAt, trashedAt, parent }) => archivedAt !== null && trashedAt === null && parent === null,
    );
    const page = await this.world.query('items.list', { boardId: board.id, archived: true, limit: 200 });
    if (archived.length <= 200) this.compareUnordered('archived', archived, page.items);
    const trashed = [...board.items].filter(
      ({ trashedAt, parent }) => trashedAt !== null && parent?.trashedAt !== trashedAt,
    );
    const rows: (ListedItem & { trashedAt: string })[] = [];
    for (let cursor: string | null = null; ;) {
      const trash = await this.world.query('trash.list', { boardId: board.id, limit: 200, cursor });
      rows.push(...trash.items);
      cursor = trash.nextCursor;
      if (cursor === null) break;
    }
    this.compareUnordered('in Trash', trashed, rows);
    const times = rows.map(({ trashedAt }) => trashedAt);
    equal('order of Trash', times, times.toSorted().toReversed());
  }

  private compareUnordered(
    about: string,
    expected: readonly ModelItem[],
    actual: readonly ListedItem[],
  ): void {
    equal(about, actual.map(({ id }) => id).toSorted(), expected.map(({ id }) => id).toSorted());
    for (const item of expected) this.compareValues(about, ...this.known(item, actual));
  }

  private known(item: ModelItem, actual: readonly ListedItem[]): [ModelItem, ListedItem['values']] {
    const record = actual.find(({ id }) => id === item.id)!;
    this.read(item, record);
    return [item, record.values];
  }

  /** The numbers of items that projects show. */
  async counts(): Promise<void> {
    const { workspace, id } = this.world.project;
    const { projects } = await this.world.query('projects.list', { workspaceId: workspace.id });
    const { itemCount } = projects.find((project: { id: string }) => project.id === id);
    const items = this.world.boards.flatMap(liveItems).length + this.world.refer.linkable.length;
    equal('itemCount', itemCount, items);
  }
}

/** Whether the model does not know the times and numbers of all live items. */
function hasUnread(board: ModelBoard): boolean {
  return liveItems(board)
    .flatMap((item) => [item, ...item.subItems])
    .some((item) => item.createdAt === null || numberOf(item) === null);
}

function numberOf(item: ModelItem): number | null {
  const column = item.board.columns.find(({ type }) => type === 'auto_number')!;
  return (item.values.get(column.id) as number | undefined) ?? null;
}

function shortly({ id, name }: { id: string; name: string }): string {
  return `${id} ${name}`;
}

function equal(about: string, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return;
  if (Array.isArray(actual) && Array.isArray(expected) && actual.length + expected.length > 8) {
    const at = expected.findIndex((each, index) => !isDeepStrictEqual(each, actual[index]));
    const from = Math.max(at === -1 ? expected.length - 1 : at - 1, 0);
    return equal(
      `${about}\n  has ${actual.length} of ${expected.length}, which differ at ${at}`,
      actual.slice(from, from + 3),
      expected.slice(from, from + 3),
    );
  }
  throw new Error(`${about}\n  is       ${JSON.stringify(actual)}\n  expected ${JSON.stringify(expected)}`);
}
