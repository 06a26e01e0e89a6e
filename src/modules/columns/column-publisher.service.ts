import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import type { EventTaking } from '../../platform/events/define-event';
import { Outbox } from '../../platform/events/outbox';
import { HierarchyService } from '../hierarchy';
import type { ColumnOutput } from './columns.schemas';
import { presentColumn } from './columns.presenter';

type ColumnEvent = EventTaking<{ column: ColumnOutput }, 'board'>;

/** Reads a column after a change, writes the event of the change and returns the result for the caller. */
@Injectable()
export class ColumnPublisherService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly outbox: Outbox,
  ) {}

  async publish(tx: InTransaction<CallContext>, id: ColumnId, event: ColumnEvent): Promise<ColumnOutput> {
    const { facts } = await this.hierarchy.boardOfColumn(tx, id);
    const column = presentColumn(facts.columnsById.get(id)!, facts.columns);
    await this.outbox.append(tx, event.create({ column }, { boardId: column.boardId }));
    return column;
  }

  /** The set form: one read of the board for any number of columns. */
  async publishAll(
    tx: InTransaction<CallContext>,
    boardId: BoardId,
    ids: readonly ColumnId[],
    event: ColumnEvent,
  ): Promise<void> {
    const { facts } = await this.hierarchy.board(tx, boardId);
    const columns = ids.map((id) => presentColumn(facts.columnsById.get(id)!, facts.columns));
    await this.outbox.append(tx, ...columns.map((column) => event.create({ column }, { boardId })));
  }
}
