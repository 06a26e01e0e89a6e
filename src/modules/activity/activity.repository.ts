import { Injectable } from '@nestjs/common';
import { type OrganizationId, uuidOfId } from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { Partitions } from '../../platform/database/partitions/partitions';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import type { CommittedEvent } from '../../platform/events/committed-event';
import { itemsEvents } from '../items/items.events';
import { activityAction } from './activity-action';
import { ACTIVITY, NO_BOARD, oldestActivityDay } from './activity-table';
import { ActivityTermsRepository } from './activity-terms.repository';
import { encoded, type EntryParts, partsOf, termsIn } from './entry-encoding';

// The place of an event in the log never changes, so that a replayed event is the same entry.
const RECORD = statement(
  'activity.record',
  `insert into activity (board_key, day, sequence, id, item_id, previous_board_key, actor_key, action_key, created_at,
     details, contents)
   select "boardKey", day, sequence, id, "itemId", "previousBoardKey", "actorKey", "actionKey", "createdAt", details, contents
   from json_to_recordset($1) as entry ("boardKey" integer, day date, sequence bigint, id uuid, "itemId" uuid,
     "previousBoardKey" integer, "actorKey" integer, "actionKey" integer, "createdAt" timestamptz, details text,
     contents text)
   on conflict do nothing`,
);

// Names stay, so that the log of a board still shows what was deleted there. As many rows as one batch.
const FORGET = statement(
  'activity.forget-contents',
  `update activity set contents = ''
   where (board_key, day, sequence) in (
     select entry.board_key, entry.day, entry.sequence
     from unnest($2::uuid[]) as item (id)
     join activity entry on entry.item_id = item.id
     join activity_terms board on board.organization_id = $1 and board.key = entry.board_key
     where entry.contents <> ''
     limit 1000)
   returning 1`,
);

// From one board to the next with the index: as many steps as boards, not as many as entries. A board without a term is of an
// organization that was deleted.
const BOARDS = statement(
  'activity.boards-after',
  `with recursive board as (
     (select board_key from activity where board_key > $1 order by board_key limit 1)
     union all
     select following.board_key
     from board cross join lateral (
       select board_key from activity where activity.board_key > board.board_key order by board_key limit 1) as following
   )
   select board.board_key as key, boards.id is null as "isGone"
   from (select board_key from board limit 1000) as board
   left join activity_terms term on term.key = board.board_key
   left join boards on boards.organization_id = term.organization_id and boards.id = term.term
     and boards.deleted_at is null
   order by 1`,
);

// Entries of an item that moved to the deleted board stay in the list of the board that it left.
const REMOVE_OF_BOARD = statement(
  'activity.remove-of-board',
  `delete from activity
   where board_key = $1 and (day, sequence) in (
     select entry.day, entry.sequence from activity entry
     where entry.board_key = $1 and not exists (
       select from activity_terms term
       join boards on boards.organization_id = term.organization_id and boards.id = term.term
         and boards.deleted_at is null
       where term.key = entry.previous_board_key)
     limit 1000)
   returning 1`,
);

export interface BoardWithActivity {
  key: number;
  /** Deleted, or purged already. */
  isGone: boolean;
}

@Injectable()
export class ActivityRepository {
  constructor(
    private readonly database: Database,
    private readonly partitions: Partitions,
    private readonly terms: ActivityTermsRepository,
  ) {}

  /** One entry per event: a replayed event creates no second one. Events whose entries would have expired create none. */
  async record(tx: InTransaction<DatabaseContext>, events: readonly CommittedEvent[]): Promise<void> {
    const oldest = oldestActivityDay();
    const kept = events.filter(({ day }) => day >= oldest);
    const entries = [];
    for (const organizationId of new Set(kept.map((event) => event.organizationId))) {
      const group = kept.filter((event) => event.organizationId === organizationId);
      entries.push(...(await this.entriesOf(organizationId, group)));
    }
    if (entries.length === 0) return;
    await this.partitions.ensure(
      tx,
      ACTIVITY,
      entries.map(({ day }) => day),
    );
    await this.database.query(tx, RECORD, [JSON.stringify(entries)]);
  }

  /** Removes the values and descriptions of items from some of their entries; returns the number of entries. */
  async forgetContents(context: TenantContext, itemIds: readonly string[]): Promise<number> {
    const values = [context.organizationId, itemIds.map(uuidOfId)];
    return (await this.database.query(context, FORGET, values)).length;
  }

  /** Drops the months whose entries have all expired, and creates those to come. */
  async replacePartitions(): Promise<void> {
    await this.partitions.prepare(ACTIVITY);
    await this.partitions.dropBefore(ACTIVITY, oldestActivityDay());
  }

  /** The next boards, of all organizations, that have entries. */
  boardsAfter(key: number): Promise<BoardWithActivity[]> {
    return this.database.query<BoardWithActivity>(NO_TRANSACTION, BOARDS, [key]);
  }

  /** Deletes some entries of a board; returns the number. */
  async removeOfBoard({ key }: BoardWithActivity): Promise<number> {
    return (await this.database.query(NO_TRANSACTION, REMOVE_OF_BOARD, [key])).length;
  }

  private async entriesOf(organizationId: OrganizationId, events: readonly CommittedEvent[]) {
    const drafts = events.map((event) => ({ event, action: activityAction(event.type), ...shownOf(event) }));
    const terms = termsIn(drafts.flatMap(({ details, contents }) => [details, contents]));
    for (const { event, action } of drafts) {
      for (const term of [action, event.boardId, event.actorId, previousBoardOf(event)])
        if (term !== null) terms.add(term);
    }
    const keys = await this.terms.keysOf({ organizationId, transaction: null }, terms);
    const keyOf = (term: string | null) => (term === null ? null : keys.get(term)!);
    return drafts.map(({ event, action, details, contents }) => ({
      boardKey: keyOf(event.boardId),
      day: event.day,
      sequence: event.position,
      id: uuidOfId(event.id),
      itemId: event.itemId === null ? null : uuidOfId(event.itemId),
      previousBoardKey: keyOf(previousBoardOf(event)) ?? NO_BOARD,
      actorKey: keyOf(event.actorId),
      actionKey: keyOf(action),
      createdAt: event.occurredAt,
      details: encoded(details, keys),
      contents: encoded(contents, keys),
    }));
  }
}

/** An item that was deleted permanently leaves no values. */
function shownOf(event: CommittedEvent): EntryParts {
  const parts = partsOf(event.data as Record<string, Json>, event.itemId !== null);
  return itemsEvents.deleted.is(event) ? { ...parts, contents: {} } : parts;
}

/** The board that the item left with this change. */
function previousBoardOf({ data }: CommittedEvent): string | null {
  return (data as { previousBoardId?: string }).previousBoardId ?? null;
}
