import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database';
import { statement } from '../../database/statement';
import type { TenantContext } from '../../database/tenant.repository';
import type { CommittedEvent } from '../committed-event';

/** An event of a cause, from the log or from the outbox. */
export type CausedEvent = Pick<CommittedEvent, 'type' | 'boardId' | 'itemId' | 'actorId' | 'data'>;

/** The execution, and for a change without one the request or the import. The index events_cause_idx has the same expression. */
const CAUSE = `coalesce(origin->>'executionId', origin->>'requestId')`;

const FIELDS = `type, board_id as "boardId", item_id as "itemId", actor_id as "actorId", data`;

// One statement sees each event once, although the relay moves it at any time. All of the outbox is after all of the log.
const CAUSED = statement(
  'events.caused',
  `select ${FIELDS} from (
     select 0 as part, sequence, type, board_id, item_id, actor_id, data from events
     where organization_id = $1 and ${CAUSE} = $2
     union all
     select 1 as part, sequence, type, board_id, item_id, actor_id, data from outbox
     where organization_id = $1 and ${CAUSE} = $2
     order by part, sequence limit $3) as caused
   order by part, sequence`,
);

/** Events by what caused them, as long as the log keeps them. */
@Injectable()
export class CausedEvents {
  constructor(private readonly database: Database) {}

  /** The first `limit` events of a request, an import or an execution, in their order. */
  find(context: TenantContext, cause: string, limit: number): Promise<CausedEvent[]> {
    return this.database.query<CausedEvent>(context, CAUSED, [context.organizationId, cause, limit]);
  }
}
