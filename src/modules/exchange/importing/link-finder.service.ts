import { Injectable } from '@nestjs/common';
import type { BoardId } from '../../../kernel/ids';
import { foldCase } from '../../../kernel/fold-case';
import type { CallContext } from '../../../access/principal';
import { type FileColumn } from '../../../column-types/cells/guess-type';
import { splitList } from '../../../column-types/cells/list-text';
import { linkedBoardIds } from '../../columns';
import { NamedItemsReadModel } from '../../items';
import type { ReadingBoard, ReadingContext } from './rows/row-reader';

/** Resolves the cells of link columns: items of the linked boards, by id or by name. */
@Injectable()
export class LinkFinderService {
  constructor(private readonly items: NamedItemsReadModel) {}

  /** One statement for each link column that the file fills. */
  async of(
    context: CallContext,
    columns: readonly FileColumn[],
    board: ReadingBoard,
    boardId: BoardId | null,
  ): Promise<ReadingContext['linkedItem']> {
    const found = new Map<number, ReadonlyMap<string, string | null>>();
    for (const [index, { texts }] of columns.entries()) {
      const column = board.columnOf(index);
      const boardIds = column === undefined ? null : linkedBoardIds(column);
      if (boardIds === null) continue;
      const within = boardIds.length > 0 ? boardIds : null;
      const named = await this.items.find(context, written(texts), { boardIds: within, outside: boardId });
      found.set(index, named);
    }
    return (index, text) => found.get(index)?.get(foldCase(text.trim()));
  }
}

/** Every possible name: a whole cell, or a part of it. */
function written(texts: ReadonlySet<string>): string[] {
  const names = new Set<string>();
  for (const text of texts) {
    names.add(text.trim());
    for (const part of text.split(';')) names.add(part.trim());
    for (const part of splitList(text)) names.add(part.trim());
  }
  return [...names];
}
