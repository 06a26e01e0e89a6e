import type { UserId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { NOTHING_LOADED, type StoredValue } from '../../../column-types/column-type';
import { richTextToPlain } from '../../../column-types/values/rich-text-to-plain';
import { type BoardCells, type Cell, compileBoardCells } from '../../columns';
import type { BoardFacts, HierarchyService } from '../../hierarchy';
import type { ItemRecord } from '../../items';

/** The headers before and after the board's columns; an import recognizes them by these names. */
const BEFORE = ['Group', 'Item name', 'Parent', 'Description'];
const BEHIND = ['Created at', 'Updated at', 'Item ID'];

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
  private parent: { id: string; name: string } | null = null;

  constructor(
    private readonly board: BoardFacts,
    private readonly hierarchy: HierarchyService,
  ) {
    this.cells = compileBoardCells(board);
  }

  async *of(context: CallContext, batches: AsyncIterable<ItemRecord[]>): AsyncGenerator<(Cell | null)[][]> {
    for await (const items of batches) {
      const values = items.map((item) => JSON.parse(item.values) as Record<string, StoredValue>);
      await this.learnNames(context, values);
      yield items.map((item, at) => this.row(item, values[at]!));
    }
  }

  /** Names that are new since the previous batch: a board has few users and many items. */
  private async learnNames(
    context: CallContext,
    values: readonly Record<string, StoredValue>[],
  ): Promise<void> {
    const ids = new Set(values.flatMap((each) => this.cells.membersIn(each)));
    const unknown = [...ids].filter((id) => !this.memberNames.has(id)) as UserId[];
    if (unknown.length === 0) return;
    const names = await this.hierarchy.memberNames(context, unknown);
    for (const id of unknown) this.memberNames.set(id, names.get(id));
  }

  private row(item: ItemRecord, values: Record<string, StoredValue>): (Cell | null)[] {
    const isSubItem = item.parentId !== null;
    if (!isSubItem) this.parent = item;
    // The item may have left its parent since the order was read.
    const parentName = isSubItem && this.parent?.id === item.parentId ? this.parent.name : '';
    const loaded = { ...NOTHING_LOADED, memberName: (id: string) => this.memberNames.get(id) };
    return [
      text(this.board.groupsById.get(item.groupId)?.name ?? ''),
      text(item.name),
      text(parentName),
      text(item.description === null ? '' : richTextToPlain(item.description)),
      ...this.cells.cellsOf(values, item, loaded),
      { as: 'instant', text: item.createdAt, instant: item.createdAt },
      { as: 'instant', text: item.updatedAt, instant: item.updatedAt },
      text(item.id),
    ];
  }
}

function text(given: string): Cell | null {
  return given === '' ? null : { as: 'text', text: given };
}
