import { Injectable } from '@nestjs/common';
import { type BoardId, type ColumnId, newId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import type { ColumnSnapshot } from './column-snapshots';
import { BoardIsChanging } from '../columns.errors';
import { ColumnsRepository, type NewColumn } from '../columns.repository';
import { copyConfig } from '../settings/copy-config';
import { traded } from '../settings/label-changes.service';
import { NewColumnsService } from '../new-columns.service';
import { columnTypes } from '../../../column-types/types';

/** New ids of columns and labels of copied boards by old ids. */
export interface CopiedColumns {
  columns: Map<ColumnId, ColumnId>;
  labels: Map<string, string>;
}

@Injectable()
export class ColumnCopiesService {
  constructor(
    private readonly columns: ColumnsRepository,
    private readonly newColumns: NewColumnsService,
  ) {}

  /**
   * Copies all columns of each board (a key of `boards`) to its copy, which exists already. Configs that name
   * copied boards and columns name the copies afterwards. Auto numbers restart. With items, no column of the boards may
   * be incomplete: no job would complete its copy.
   */
  async copyBoards(
    tx: InTransaction<CallContext>,
    boards: ReadonlyMap<BoardId, BoardId>,
    { includeItems }: { includeItems: boolean },
  ): Promise<CopiedColumns> {
    const existing = await this.columns.ofBoards(tx, [...boards.keys()]);
    if (includeItems && existing.some(({ isIncomplete }) => isIncomplete)) throw new BoardIsChanging();
    return this.insertCopies(tx, existing, boards);
  }

  /** Creates the columns of a template's boards, each for its board in `boards`, like copyBoards. */
  async fromSnapshots(
    tx: InTransaction<CallContext>,
    snapshots: readonly { id: BoardId; columns: readonly ColumnSnapshot[] }[],
    boards: ReadonlyMap<BoardId, BoardId>,
  ): Promise<void> {
    const originals = snapshots.flatMap(({ id, columns }) =>
      columns.map((column, position) => ({ ...column, boardId: id, position })),
    );
    await this.insertCopies(tx, originals, boards);
  }

  private async insertCopies(
    tx: InTransaction<CallContext>,
    originals: readonly NewColumn[],
    boards: ReadonlyMap<BoardId, BoardId>,
  ): Promise<CopiedColumns> {
    const columns = new Map(originals.map(({ id }) => [id, newId('column')]));
    const labels = new Map<string, string>();
    const copies = originals.map((original): NewColumn => {
      const { config, labelIds } = copyConfig(original, {
        newLabelId: () => newId('label'),
        columnIds: columns,
        boardIds: boards,
      });
      for (const [from, to] of labelIds) labels.set(from, to);
      return {
        ...original,
        id: columns.get(original.id)!,
        boardId: boards.get(original.boardId)!,
        config,
        // Items that had to be on the same board are not on the copy.
        defaultValue:
          columnTypes[original.type].itemScope === 'sameBoard'
            ? null
            : traded(original, original.defaultValue, labelIds),
      };
    });
    await this.newColumns.insertAll(tx, copies);
    return { columns, labels };
  }
}
