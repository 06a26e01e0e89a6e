import { Injectable } from '@nestjs/common';
import { ID_PREFIXES } from '../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import type { CommittedEvent } from '../../platform/events/committed-event';
import { itemsEvents } from '../items/items.events';
import { activityAction } from './activity-action';

const RECORD = statement(
  'activity.record',
  `insert into activity
     (organization_id, id, sequence, board_id, previous_board_id, item_id, actor_id, action, details, created_at)
   select "organizationId", id, sequence, "boardId", data ->> 'previousBoardId', "itemId", "actorId", action,
     case type when '${itemsEvents.deleted.name}' then data - '{values,description}'::text[] else data end, "occurredAt"
   from json_to_recordset($1) as event (id text, sequence bigint, "organizationId" text, "boardId" text,
     "itemId" text, "actorId" text, type text, action text, data jsonb, "occurredAt" timestamptz)
   on conflict do nothing`,
);

// Names stay, so that the log of a board still shows what was deleted there.
const FORGET = statement(
  'activity.forget-values',
  `update activity
   set details = details - '{values,value,previousValue}'::text[] #- '{changes,description}' #- '{previous,description}'
   where organization_id = $1 and id = any (array(
     select id from activity
     where organization_id = $1 and item_id = any ($2)
       and (details ?| '{values,value,previousValue}' or details -> 'changes' ? 'description'
         or details -> 'previous' ? 'description')
     limit 1000))
   returning 1`,
);

const REMOVE_BEFORE = statement(
  'activity.remove-before',
  `delete from activity
   where (organization_id, id) in (
     select organization_id, id from activity where created_at < $1 order by created_at limit 1000)
   returning 1`,
);

// From one board to the next with the index: as many steps as boards, not as many as entries.
const BOARDS = statement(
  'activity.boards-after',
  `with recursive board as (
     (select organization_id, board_id from activity
      where (organization_id, board_id) > ($1, $2)
      order by organization_id, board_id limit 1)
     union all
     select following.organization_id, following.board_id
     from board cross join lateral (
       select organization_id, board_id from activity
       where (organization_id, board_id) > (board.organization_id, board.board_id)
       order by organization_id, board_id limit 1) as following
   )
   select board.organization_id as "organizationId", board.board_id as "boardId",
     not exists (
       select from boards
       where boards.organization_id = board.organization_id and boards.id = board.board_id
         and boards.deleted_at is null) as "isGone"
   from (select * from board limit 1000) as board
   order by 1, 2`,
);

// Entries of an item that moved to the deleted board stay in the list of the board that it left.
const REMOVE_OF_BOARD = statement(
  'activity.remove-of-board',
  `delete from activity
   where organization_id = $1 and id = any (array(
     select id from activity entry
     where organization_id = $1 and board_id = $2 and not exists (
       select from boards
       where boards.organization_id = $1 and boards.id = entry.previous_board_id and boards.deleted_at is null)
     limit 1000))
   returning 1`,
);

export interface BoardWithActivity {
  organizationId: string;
  boardId: string;
  /** Deleted, or purged already. */
  isGone: boolean;
}

@Injectable()
export class ActivityRepository {
  constructor(private readonly database: Database) {}

  /** One entry per event, whose id it has: a replayed event creates no second one. */
  async record(tx: InTransaction<DatabaseContext>, events: readonly CommittedEvent[]): Promise<void> {
    if (events.length === 0) return;
    const entries = events.map((event) => ({
      ...event,
      sequence: event.position,
      id: event.id.replace(ID_PREFIXES.event, ID_PREFIXES.activity),
      action: activityAction(event.type),
    }));
    await this.database.query(tx, RECORD, [JSON.stringify(entries)]);
  }

  /** Removes the values and descriptions of items from some of their entries; returns the number of entries. */
  async forgetValues(context: TenantContext, itemIds: readonly string[]): Promise<number> {
    return (await this.database.query(context, FORGET, [context.organizationId, itemIds])).length;
  }

  /** Deletes some entries from before that time; returns the number. */
  async removeBefore(time: Date): Promise<number> {
    return (await this.database.query(NO_TRANSACTION, REMOVE_BEFORE, [time])).length;
  }

  /** The next boards, of all organizations, that have entries. */
  boardsAfter(organizationId: string, boardId: string): Promise<BoardWithActivity[]> {
    return this.database.query<BoardWithActivity>(NO_TRANSACTION, BOARDS, [organizationId, boardId]);
  }

  /** Deletes some entries of a board; returns the number. */
  async removeOfBoard({ organizationId, boardId }: BoardWithActivity): Promise<number> {
    return (await this.database.query(NO_TRANSACTION, REMOVE_OF_BOARD, [organizationId, boardId])).length;
  }
}
