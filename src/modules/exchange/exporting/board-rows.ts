import { ID_PREFIXES, idPattern, type UserId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { NOTHING_LOADED, type StoredValue } from '../../../column-types/column-type';
import { richTextToPlain } from '../../../column-types/values/rich-text-to-plain';
import { type BoardCells, type Cell, compileBoardCells } from '../../columns';
import type { BoardFacts, HierarchyService } from '../../hierarchy';
import type { ItemRecord } from '../../items';

/** The headers before and after the board's columns; an import recognizes them by these names. */
const BEFORE = ['Group', 'Item name', 'Parent', 'Description'];
const BEHIND = ['Created at', 'Updated at', 'Item ID'];

const USER_ID = idPattern('user');
const USER_START = `"${ID_PREFIXES.user}_`;
const USER_ID_LENGTH = USER_START.length - 1 + 26;

/** Names that are kept from batch to batch; texts of a hostile board can look like any number of ids. */
const NAMES_MAX = 20_000;

/** The header of a board's table, without duplicate names. */
export function headerOf(board: BoardFacts): string[] {
  const taken = new Set([...BEFORE, ...BEHIND].map((name) => name.toLowerCase()));
  const names = board.columns.map(({ name }) => {
    let free = name;
    for (let count = 2; taken.has(free.trim().toLowerCase()); count += 1) free = `${name} (${count})`;
    taken.add(free.trim().toLowerCase());
    return free;
  });
  return [...BEFORE, ...names, ...BEHIND];
}

/** Turns batches of items in board order into rows of a table. */
export class BoardRows {
  private readonly cells: BoardCells;
  private readonly memberNames = new Map<string, string | undefined>();
  private readonly loaded = { ...NOTHING_LOADED, memberName: (id: string) => this.memberNames.get(id) };
  private parent: { id: string; name: string } | null = null;

  constructor(
    private readonly board: BoardFacts,
    private readonly hierarchy: HierarchyService,
  ) {
    this.cells = compileBoardCells(board);
  }

  /**
   * The rows of a batch are made one by one while they are iterated over: a row that is written before the next one is
   * made costs the garbage collector nothing.
   */
  async *of(
    context: CallContext,
    batches: AsyncIterable<ItemRecord[]>,
  ): AsyncGenerator<Iterable<(Cell | null)[]>> {
    for await (const items of batches) {
      await this.learnNames(context, items);
      yield this.rows(items);
    }
  }

  private *rows(items: readonly ItemRecord[]): Generator<(Cell | null)[]> {
    for (const item of items) yield this.row(item, JSON.parse(item.values) as Record<string, StoredValue>);
  }

  /** Names that are new since the previous batch: a board has few users and many items. */
  private async learnNames(context: CallContext, items: readonly ItemRecord[]): Promise<void> {
    const unknown: UserId[] = [];
    if (this.memberNames.size > NAMES_MAX) this.memberNames.clear();
    for (const { values } of items) {
      // Found without parsing: an id in another text is looked up in vain.
      for (let at = values.indexOf(USER_START); at !== -1; at = values.indexOf(USER_START, at + 1)) {
        const id = values.slice(at + 1, at + 1 + USER_ID_LENGTH) as UserId;
        if (this.memberNames.has(id)) continue;
        this.memberNames.set(id, undefined);
        if (USER_ID.test(id)) unknown.push(id);
      }
    }
    if (unknown.length === 0) return;
    const names = await this.hierarchy.memberNames(context, unknown);
    for (const id of unknown) this.memberNames.set(id, names.get(id));
  }

  private row(item: ItemRecord, values: Record<string, StoredValue>): (Cell | null)[] {
    const isSubItem = item.parentId !== null;
    if (!isSubItem) this.parent = item;
    // The item may have left its parent since the order was read.
    const parentName = isSubItem && this.parent?.id === item.parentId ? this.parent.name : '';
    const row = this.cells.cellsOf(values, item, this.loaded);
    row.unshift(
      text(this.board.groupsById.get(item.groupId)?.name ?? ''),
      text(item.name),
      text(parentName),
      text(item.description === null ? '' : richTextToPlain(item.description)),
    );
    row.push(
      { as: 'instant', text: item.createdAt, instant: item.createdAt },
      { as: 'instant', text: item.updatedAt, instant: item.updatedAt },
      text(item.id),
    );
    return row;
  }
}

function text(given: string): Cell | null {
  return given === '' ? null : { as: 'text', text: given };
}
