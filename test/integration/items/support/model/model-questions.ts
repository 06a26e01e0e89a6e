import { type Condition, FilterMaker } from './model-filters';
import { liveItems, type ModelBoard, type ModelItem } from './model-board';
import { compareKeys, type Key, sortKey } from './model-values';
import type { ModelWorld } from './model-world';

/** An input of items.list and the items of all its pages. */
export interface Question {
  input: Record<string, unknown>;
  expected: ModelItem[];
}

interface Order {
  by: string;
  key: (item: ModelItem) => Key | null;
}

/** Random lists of a board: of all groups, one group or one parent, in any order, filtered and searched. */
export class QuestionMaker {
  constructor(private readonly world: ModelWorld) {}

  private get dice() {
    return this.world.dice;
  }

  ask(board: ModelBoard, knowsChanges: boolean): Question {
    const { dice, world } = this;
    const place = dice.one<Record<string, string>>([{}, {}, { groupId: dice.one(board.groups).id }]);
    const parents = liveItems(board).filter(({ subItems }) => subItems.length > 2);
    const parent = parents.length > 0 && dice.once(8) ? dice.one(parents) : null;
    const order = dice.once(4) ? null : this.order(board, knowsChanges);
    const by = world.organization.owner.userId;
    const conditions = new FilterMaker(dice, board, world.refer, by).filter();
    const search = dice.once(5) ? this.search(board) : null;
    const isDescending = dice.once(2);
    const listed =
      parent?.subItems ??
      board.groups.filter(({ id }) => (place['groupId'] ?? id) === id).flatMap(({ items }) => items);
    const matching = listed.filter(
      (item) =>
        conditions.every((condition: Condition) => condition.matches(item)) &&
        (search === null || item.name.toLowerCase().includes(search.trim().toLowerCase())),
    );
    return {
      input: {
        boardId: board.id,
        ...(parent === null ? place : { parentId: parent.id }),
        ...(conditions.length > 0 ? { filters: conditions.map(({ asked }) => asked) } : {}),
        ...(search === null ? {} : { search }),
        ...(order === null ? {} : { sortBy: order.by, sortDir: isDescending ? 'desc' : 'asc' }),
      },
      expected: order === null ? matching : sorted(matching, order.key, isDescending),
    };
  }

  private order(board: ModelBoard, knowsChanges: boolean): Order {
    const { dice, world } = this;
    const userIds = world.refer.users.map(({ id }) => id).toSorted();
    const changed = { by: 'updatedAt', key: ({ updatedAt }: ModelItem) => Date.parse(updatedAt!) };
    const fields: Order[] = [
      ...(knowsChanges ? [changed] : []),
      { by: 'name', key: ({ name }) => name },
      { by: 'createdAt', key: ({ createdAt }) => Date.parse(createdAt!) },
      { by: 'createdBy', key: ({ createdBy }) => userIds.indexOf(createdBy) },
      { by: 'groupId', key: ({ groupId }) => board.groups.findIndex(({ id }) => id === groupId) },
    ];
    if (dice.once(5)) return dice.one(fields);
    const column = dice.one(board.columns.filter(({ type }) => knowsChanges || type !== 'last_updated'));
    return { by: column.id, key: (item) => sortKey(item, column, world.refer) };
  }

  private search(board: ModelBoard): string {
    const items = liveItems(board);
    const name = [...(items.length === 0 ? 'item' : this.dice.one(items).name)].slice(0, 60);
    const from = this.dice.below(name.length);
    const part = name.slice(from, from + 2 + this.dice.below(6)).join('');
    return this.dice.one([part, part.toUpperCase()]);
  }
}

/** A stable sort of items in board order: ties stay in it, in both directions, and items without a value are last. */
function sorted(
  items: readonly ModelItem[],
  keyOf: (item: ModelItem) => Key | null,
  isDescending: boolean,
): ModelItem[] {
  const keys = new Map(items.map((item) => [item, keyOf(item)]));
  const filled = items.filter((item) => keys.get(item) !== null);
  const empty = items.filter((item) => keys.get(item) === null);
  const sign = isDescending ? -1 : 1;
  filled.sort((a, b) => sign * compareKeys(keys.get(a)!, keys.get(b)!));
  return [...filled, ...empty];
}
