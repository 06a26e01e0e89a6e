import { Injectable } from '@nestjs/common';
import type { BoardId, OrganizationId } from '../../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../database/database';
import { statement } from '../../database/statement';
import type { CommittedEvent } from '../committed-event';
import { firstEvents } from './event-rows';

const AFTER = statement(
  'board-log.after',
  firstEvents('organization_id = $1 and board_id = $2 and board_sequence > $3', 'board_sequence'),
);

const HEAD = statement(
  'board-log.head',
  `select last::float8 as last from event_sequences where organization_id = $1 and board_id = $2`,
);

/** The log of one board's events, by their numbers on the board. */
@Injectable()
export class BoardLog {
  constructor(private readonly database: Database) {}

  /** The next events after a number, limited in number and size. */
  after(organizationId: OrganizationId, boardId: BoardId, boardSequence: number): Promise<CommittedEvent[]> {
    return this.database.query<CommittedEvent>(NO_TRANSACTION, AFTER, [
      organizationId,
      boardId,
      boardSequence,
    ]);
  }

  /** The number of the board's last event; 0 when it has none. */
  async head(organizationId: OrganizationId, boardId: BoardId): Promise<number> {
    const [row] = await this.database.query<{ last: number }>(NO_TRANSACTION, HEAD, [
      organizationId,
      boardId,
    ]);
    return row?.last ?? 0;
  }
}
