import { Injectable } from '@nestjs/common';
import type { EventId } from '../../../kernel/ids';
import { Database } from '../../database/database';
import { statement } from '../../database/statement';
import type { TenantContext } from '../../database/tenant.repository';
import type { CommittedEvent } from '../committed-event';

/** An event of a cause, from the log or from the outbox. */
export type CausedEvent = Pick<CommittedEvent, 'id' | 'type' | 'boardId' | 'itemId' | 'actorId' | 'data'>;

/** The execution, and for a change without one the request or the import. The index events_cause_idx has the same expression. */
const CAUSE = `coalesce(origin->>'executionId', origin->>'requestId')`;

const FIELDS = `id, type, board_id as "boardId", item_id as "itemId", actor_id as "actorId", data`;

const of = (fields: string) => `(
     select 0 as part, sequence, ${fields} from events
     where organization_id = $1 and ${CAUSE} = $2
     union all
     select 1 as part, sequence, ${fields} from outbox
     where organization_id = $1 and ${CAUSE} = $2) as caused`;

// One statement sees each event once, although the relay moves it at any time. All of the outbox is after all of the log.
const CAUSED = statement(
  'events.caused',
  `select ${FIELDS} from ${of('id, type, board_id, item_id, actor_id, data')}
   where $4::text is null or (part, sequence) < (select part, sequence from ${of('id')} where id = $4)
   order by part desc, sequence desc limit $3`,
);

const ONE = statement(
  'events.caused-one',
  `select ${FIELDS} from ${of('id, type, board_id, item_id, actor_id, data')} where id = $3`,
);

/** Events by what caused them, as long as the log keeps them. */
@Injectable()
export class CausedEvents {
  constructor(private readonly database: Database) {}

  /** The last `limit` events of a request, an import or an execution, or the last ones before an event of it, in their order. */
  async find(
    context: TenantContext,
    cause: string,
    limit: number,
    before: EventId | null,
  ): Promise<CausedEvent[]> {
    const values = [context.organizationId, cause, limit, before];
    const latestFirst = await this.database.query<CausedEvent>(context, CAUSED, values);
    return latestFirst.toReversed();
  }

  /** One event of a request, an import or an execution; null for one that is not of it. */
  async findOne(context: TenantContext, cause: string, id: EventId): Promise<CausedEvent | null> {
    const [event] = await this.database.query<CausedEvent>(context, ONE, [context.organizationId, cause, id]);
    return event ?? null;
  }
}
