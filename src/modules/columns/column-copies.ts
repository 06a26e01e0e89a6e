import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';

/** Where columns and labels of copied boards went: old id to new. */
export interface CopiedColumns {
  columns: Map<ColumnId, ColumnId>;
  labels: Map<string, string>;
}

@Injectable()
export class ColumnCopies {
  /** Copies all columns of each board (a key of `boards`) to its copy, which exists already. */
  async copyBoards(
    _tx: InTransaction<CallContext>,
    _boards: ReadonlyMap<BoardId, BoardId>,
  ): Promise<CopiedColumns> {
    throw new Error('not there yet');
  }
}
