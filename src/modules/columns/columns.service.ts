import { Injectable } from '@nestjs/common';
import type { BoardId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';

/** A column to be made; type and config are judged here. */
export interface ColumnSpec {
  name: string;
  type: string;
  config?: unknown;
}

@Injectable()
export class ColumnsService {
  /**
   * Makes the columns of a new board, at positions from 0. Refusals name `columns.N.type` and `columns.N.config.…`.
   * Emits nothing: the board's own event shows them.
   */
  async createMany(
    _tx: InTransaction<CallContext>,
    _boardId: BoardId,
    _specs: readonly ColumnSpec[],
  ): Promise<void> {
    throw new Error('not there yet');
  }
}
