import type { Dice } from './dice';
import { columnNamed, type ModelColumn, type ModelItem } from './model-board';
import { aText, relabeled, type Stored } from './model-values';
import { modelBoard } from './model-world';
import { Steps } from './steps';

const BOARDS_MAX = 3;
const GROUPS_MAX = 6;

/** Copies of boards, and imports into boards. */
export class BoardCopySteps extends Steps {
  /** The copy becomes a board of the world; when there are enough, another one is deleted. */
  async duplicateBoard(): Promise<void> {
    const { dice, world } = this;
    const original = this.board();
    if (world.boards.length >= BOARDS_MAX) {
      const gone = dice.one(world.boards.filter((board) => board !== original));
      await world.mutate('boards.delete', { id: gone.id });
      world.boards.splice(world.boards.indexOf(gone), 1);
    }
    const by = world.caller;
    const record = await world.mutate('boards.duplicate', { id: original.id, includeItems: true }, by);
    const copy = modelBoard(record);
    for (const { name, isExtra } of original.columns) columnNamed(copy, name).isExtra = isExtra;
    const copies = new Map<string, string>();
    const copyItem = (item: ModelItem, groupId: string, parent: ModelItem | null, id: string) => {
      const { name } = item;
      const made = world.newItem(
        { board: copy, groupId, parent },
        { id, name, createdBy: by, values: new Map() },
      );
      made.number = item.number;
      copies.set(item.id, id);
      return made;
    };
    const pairs: [ModelItem, ModelItem][] = [];
    for (const [at, group] of original.groups.entries()) {
      const { id: groupId, items } = copy.groups[at]!;
      const ids = await this.listedIds({ boardId: copy.id, groupId });
      for (const [nth, item] of group.items.entries()) {
        const made = copyItem(item, groupId, null, ids[nth] ?? 'missing');
        items.push(made);
        pairs.push([item, made]);
        if (item.subItems.length === 0) continue;
        const subIds = await this.listedIds({ boardId: copy.id, parentId: made.id });
        for (const [place, sub] of item.subItems.entries()) {
          const madeSub = copyItem(sub, groupId, made, subIds[place] ?? 'missing');
          made.subItems.push(madeSub);
          pairs.push([sub, madeSub]);
        }
      }
    }
    for (const [item, made] of pairs) {
      for (const column of original.columns) {
        const to = columnNamed(copy, column.name);
        const stored = item.values.get(column.id) ?? null;
        if (stored === null) continue;
        const value = column.type === 'dependency' ? idsOfCopies(stored, copies) : stored;
        made.values.set(to.id, relabeled(column, to, value));
      }
    }
    world.boards.push(copy);
  }

  private async listedIds(input: object): Promise<string[]> {
    const ids: string[] = [];
    for (let cursor: string | null = null; ;) {
      const page = await this.world.query('items.list', { ...input, limit: 200, cursor });
      ids.push(...page.items.map(({ id }: { id: string }) => id));
      cursor = page.nextCursor;
      if (cursor === null) return ids;
    }
  }

  /** Rows of a file, at the ends of groups that it names; one of them may be new. */
  async importFile(): Promise<void> {
    const { dice, world } = this;
    const board = this.board();
    const columns = ['Text', 'Number', 'status', 'date', 'checkbox', 'dropdown', 'email'].map((name) =>
      columnNamed(board, name),
    );
    const names = board.groups.map(({ name }) => name);
    if (board.groups.length < GROUPS_MAX && dice.once(2)) names.push(world.newName('Imported'));
    const rows = Array.from({ length: 1 + dice.below(40) }, () => ({
      name: aText(dice),
      group: dice.one(names),
      cells: columns.map((column) => aCell(dice, column)),
    }));
    const header = ['Name', 'Group', ...columns.map(({ name }) => name)];
    const lines = [
      header,
      ...rows.map(({ name, group, cells }) => [name, group, ...cells.map(({ text }) => text)]),
    ];
    const content = lines.map((line) => line.map(quoted).join(',')).join('\r\n');
    const by = world.caller;
    await world.mutate('boards.import', { id: board.id, file: { content } }, by);
    const { groups } = await world.query('boards.get', { id: board.id });
    for (const { id, name } of groups.slice(board.groups.length)) board.groups.push({ id, name, items: [] });
    for (const group of board.groups) {
      const own = rows.filter((row) => row.group === group.name);
      if (own.length === 0) continue;
      const ids = (await this.listedIds({ boardId: board.id, groupId: group.id })).slice(-own.length);
      for (const [at, { name, cells }] of own.entries()) {
        const values = new Map(cells.map(({ stored }, nth) => [columns[nth]!.id, stored]));
        const made = { id: ids[at]!, name, createdBy: by, values };
        group.items.push(world.newItem({ board, groupId: group.id, parent: null }, made));
      }
    }
  }
}

function idsOfCopies(ids: readonly string[], copies: ReadonlyMap<string, string>): string[] | null {
  const known = ids.map((id) => copies.get(id)).filter((id) => id !== undefined);
  return known.length === 0 ? null : known;
}

function aCell(dice: Dice, column: ModelColumn): { text: string; stored: Stored } {
  if (dice.once(4)) return { text: '', stored: null };
  switch (column.type) {
    case 'number': {
      const number = dice.below(1_000) / 4;
      return { text: `${number}`, stored: number };
    }
    case 'status': {
      const { id, name } = dice.one(column.labels);
      return { text: name, stored: id };
    }
    case 'date': {
      const day = `2026-02-${10 + dice.below(15)}`;
      return { text: day, stored: `${day}T00:00:00.000Z` };
    }
    case 'checkbox':
      return dice.one([
        { text: 'true', stored: true },
        { text: 'false', stored: false },
      ]);
    case 'dropdown': {
      const option = dice.one(column.options);
      return { text: option, stored: option };
    }
    case 'email': {
      const address = `imported${dice.below(30)}@example.com`;
      return { text: address, stored: address };
    }
    default: {
      const text = aText(dice);
      return { text, stored: text };
    }
  }
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
