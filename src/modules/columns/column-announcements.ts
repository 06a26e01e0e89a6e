import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { type DomainEvent, Outbox } from '../../platform/jobs/outbox';
import { Hierarchy } from '../hierarchy';
import type { ColumnOutput } from './columns.schemas';
import { presentColumn } from './columns.presenter';

/** Reads a column as it is after a change, writes the change's event and gives the answer to the caller. */
@Injectable()
export class ColumnAnnouncements {
  constructor(
    private readonly hierarchy: Hierarchy,
    private readonly outbox: Outbox,
  ) {}

  async announce(
    tx: InTransaction<CallContext>,
    id: ColumnId,
    event: (column: ColumnOutput) => DomainEvent,
  ): Promise<ColumnOutput> {
    const { facts } = await this.hierarchy.boardOfColumn(tx, id);
    const column = presentColumn(facts.columnsById.get(id)!, facts.columns);
    await this.outbox.append(tx, event(column));
    return column;
  }

  /** The set form: one read of their board, whatever their number. */
  async announceAll(
    tx: InTransaction<CallContext>,
    boardId: BoardId,
    ids: readonly ColumnId[],
    event: (column: ColumnOutput) => DomainEvent,
  ): Promise<void> {
    const { facts } = await this.hierarchy.board(tx, boardId);
    const columns = ids.map((id) => presentColumn(facts.columnsById.get(id)!, facts.columns));
    await this.outbox.append(tx, ...columns.map(event));
  }
}
