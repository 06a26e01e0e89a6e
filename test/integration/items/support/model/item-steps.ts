import {
  familyOf,
  groupOf,
  listOf,
  liveItems,
  type ModelBoard,
  type ModelColumn,
  type ModelItem,
  remove,
} from './model-board';
import { aText, sampleOf, type Stored, WRITABLE } from './model-values';
import { Steps } from './steps';

/** Changes of items, each on the wire and in the model. */
export class ItemSteps extends Steps {
  /** Inputs and stored values of random columns. */
  private values(board: ModelBoard, item: ModelItem | null, count: number) {
    const writable = board.columns.filter(({ type }) => WRITABLE.includes(type));
    const inputs: Record<string, unknown> = {};
    const values = new Map<string, Stored>();
    for (const column of this.dice.some(writable, count)) {
      const { input, stored } = sampleOf(this.dice, column, this.world.refer, board, item);
      inputs[column.id] = input;
      values.set(column.id, stored);
    }
    return { inputs, values };
  }

  async create(): Promise<void> {
    const { dice, world } = this;
    const board = this.board();
    const group = dice.one(board.groups);
    const parent = group.items.length > 0 && dice.once(4) ? dice.one(group.items) : null;
    const list = parent?.subItems ?? group.items;
    const position = dice.once(3) ? undefined : dice.below(list.length + 2);
    const { inputs, values } = this.values(board, null, dice.below(8));
    const name = aText(dice);
    const by = world.caller;
    const parentId = parent === null ? {} : { parentId: parent.id };
    const input = { boardId: board.id, groupId: group.id, name, position, values: inputs, ...parentId };
    const made = await world.mutate('items.create', input, by);
    const item = world.newItem(
      { board, groupId: group.id, parent },
      { id: made.id, name, values, createdBy: by },
    );
    list.splice(position ?? list.length, 0, item);
  }

  async bulkCreate(): Promise<void> {
    const { dice, world } = this;
    const board = this.board();
    const group = dice.one(board.groups);
    const position = dice.once(3) ? undefined : dice.below(group.items.length + 2);
    const parent = group.items.length > 0 && dice.once(2) ? dice.one(group.items) : null;
    const given = Array.from({ length: 1 + dice.below(60) }, () => ({
      name: aText(dice),
      ...this.values(board, null, dice.below(4)),
      parent: dice.once(8) ? parent : null,
    }));
    const by = world.caller;
    const { items } = await world.mutate(
      'items.bulkCreate',
      {
        boardId: board.id,
        groupId: group.id,
        position,
        items: given.map(({ name, inputs, parent: of }) => ({
          name,
          values: inputs,
          ...(of === null ? {} : { parentId: of.id }),
        })),
      },
      by,
    );
    const made = given.map(({ name, values, parent: of }, at) =>
      world.newItem(
        { board, groupId: group.id, parent: of },
        { id: items[at].id, name, values, createdBy: by },
      ),
    );
    const top = made.filter((item) => item.parent === null);
    group.items.splice(position ?? group.items.length, 0, ...top);
    const subItems = made.filter((item) => item.parent !== null);
    parent?.subItems.splice(position ?? parent.subItems.length, 0, ...subItems);
  }

  async setValue(): Promise<void> {
    const item = this.anyItem();
    if (item === null) return this.create();
    const { inputs, values } = this.values(item.board, item, 1);
    const [[columnId, value]] = Object.entries(inputs) as [[string, unknown]];
    await this.world.mutate('items.setValue', { itemId: item.id, columnId, value }, this.world.caller);
    item.values.set(columnId, values.get(columnId));
  }

  async bulkUpdate(): Promise<void> {
    const { dice } = this;
    const board = this.board();
    const items = dice.some(liveItems(board), 1 + dice.below(20));
    if (items.length === 0) return this.create();
    const { inputs, values } = this.values(board, null, 1 + dice.below(3));
    await this.world.mutate('items.bulkUpdate', { itemIds: items.map(({ id }) => id), changes: inputs });
    for (const item of items) for (const [id, stored] of values) item.values.set(id, stored);
  }

  async rename(): Promise<void> {
    const item = this.anyItem();
    if (item === null) return this.create();
    item.name = aText(this.dice);
    await this.world.mutate('items.update', { id: item.id, name: item.name });
  }

  async move(): Promise<void> {
    const { dice, world } = this;
    const item = this.anyItem();
    if (item === null) return this.create();
    const from = listOf(item);
    const groupId = item.parent === null && dice.once(2) ? dice.one(item.board.groups).id : item.groupId;
    const to = item.parent === null ? groupOf(item.board, groupId).items : from;
    const position = dice.once(5) ? undefined : dice.below(to.length + 1);
    await world.mutate('items.move', { id: item.id, groupId, position });
    this.place([item], item.board, groupId, position);
  }

  async reorder(): Promise<void> {
    const { dice, world } = this;
    const group = dice.one(this.board().groups);
    const named = dice.some(group.items, 1 + dice.below(30));
    if (named.length === 0) return this.create();
    await world.mutate('items.reorder', { groupId: group.id, itemIds: named.map(({ id }) => id) });
    const places = named.map((item) => group.items.indexOf(item)).toSorted((a, b) => a - b);
    for (const [nth, item] of named.entries()) {
      group.items[places[nth]!] = item;
      item.placedAt = world.step;
    }
  }

  /** Items of one board or of both, to a group of any board. */
  async bulkMove(): Promise<void> {
    const { dice, world } = this;
    const board = this.board();
    const sources = dice.once(3) ? world.boards : [board];
    const items = dice.some(sources.flatMap(liveItems), 1 + dice.below(25));
    if (items.length === 0) return this.create();
    const group = dice.one(board.groups);
    const others = group.items.filter((item) => !items.includes(item)).length;
    const position = dice.once(4) ? undefined : dice.below(others + 2);
    const itemIds = items.map(({ id }) => id);
    await world.mutate('items.bulkMove', { itemIds, boardId: board.id, groupId: group.id, position });
    this.place(items, board, group.id, position);
  }

  async moveToBoard(): Promise<void> {
    const { dice, world } = this;
    const item = this.item();
    if (item === null) return this.create();
    const board = this.board();
    const group = dice.one(board.groups);
    const position = dice.once(3) ? undefined : dice.below(group.items.length + 1);
    await world.mutate('items.move', { id: item.id, boardId: board.id, groupId: group.id, position });
    this.place([item], board, group.id, position);
  }

  /** Positions do not count the moved items. */
  private place(items: readonly ModelItem[], board: ModelBoard, groupId: string, position?: number): void {
    for (const item of items) remove(listOf(item), item);
    for (const item of items) {
      item.placedAt = this.world.step;
      const family = familyOf(item);
      for (const member of family) member.groupId = groupId;
      if (item.board === board) continue;
      for (const member of family) {
        member.values = carried(member, board);
        member.board.items.delete(member);
        member.board = board;
        board.items.add(member);
      }
    }
    const list = items[0]!.parent === null ? groupOf(board, groupId).items : items[0]!.parent.subItems;
    list.splice(position ?? list.length, 0, ...items);
  }

  async duplicate(): Promise<void> {
    const { world } = this;
    const item = this.anyItem();
    if (item === null) return this.create();
    const by = world.caller;
    const made = await world.mutate('items.duplicate', { id: item.id }, by);
    const copyOf = (original: ModelItem, parent: ModelItem | null, id: string, name: string) =>
      world.newItem(
        { board: item.board, groupId: item.groupId, parent },
        { id, name, values: writtenValues(original), createdBy: by },
      );
    const copy = copyOf(item, item.parent, made.id, `${item.name} (Copy)`);
    const list = listOf(item);
    list.splice(list.indexOf(item) + 1, 0, copy);
    if (item.subItems.length === 0) return;
    const { subItems } = await world.query('items.get', { id: made.id });
    for (const [at, sub] of item.subItems.entries())
      copy.subItems.push(copyOf(sub, copy, subItems[at].id, sub.name));
  }
}

/** Without the number, which a copy does not share. */
function writtenValues({ board, values }: ModelItem): Map<string, Stored> {
  const columns = board.columns.filter(({ type }) => WRITABLE.includes(type));
  return new Map(columns.map(({ id }) => [id, values.get(id) ?? null]));
}

/** The values that an item keeps on another board: of columns with the same name and type, labels by name. */
function carried(item: ModelItem, board: ModelBoard): Map<string, Stored> {
  const values = new Map<string, Stored>();
  for (const from of item.board.columns) {
    const to = board.columns.find(({ name, type }) => name === from.name && type === from.type);
    const stored = item.values.get(from.id) ?? null;
    if (to === undefined || stored === null || !WRITABLE.includes(from.type) || from.type === 'dependency')
      continue;
    values.set(to.id, taken(from, to, stored));
  }
  return values;
}

function taken(from: ModelColumn, to: ModelColumn, stored: Stored): Stored {
  const label = (id: string) =>
    to.labels.find(({ name }) => name === from.labels.find((each) => each.id === id)!.name)?.id;
  switch (from.type) {
    case 'status':
      return label(stored) ?? null;
    case 'label': {
      const labels = (stored as string[]).map(label).filter((id) => id !== undefined);
      return labels.length === 0 ? null : labels;
    }
    case 'dropdown':
      return to.options.includes(stored) ? stored : null;
    case 'rating':
      return stored <= to.maxRating ? stored : null;
    default:
      return stored;
  }
}
