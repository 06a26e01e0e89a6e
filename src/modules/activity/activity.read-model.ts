import { Injectable } from '@nestjs/common';
import { type Page, pageOf, UnknownCursor } from '../../kernel/cursor';
import type { BoardId, Id, ItemId, UserId } from '../../kernel/ids';
import { ReadDatabase } from '../../platform/database/replica/read-database';
import { statementFamily } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { ActivityDetails } from './activity-details';

export interface ActivityRow {
  id: Id<'activity'>;
  action: string;
  boardId: BoardId;
  itemId: ItemId | null;
  /** The current name; null when the item is no longer on that board. */
  itemName: string | null;
  createdAt: string;
  actorId: UserId | null;
  actorName: string | null;
  actorAvatar: string | null;
  /** The event's payload except values. */
  details: ActivityDetails;
  /** Stored values by column id, each as PostgreSQL prints JSONB; null when the event has none. */
  values: string | null;
  value: string | null;
  previousValue: string | null;
}

/** The subject of a list of entries. */
export type Subject = 'item' | 'board';

const ENTRY_OF: Readonly<Record<Subject, string>> = {
  item: 'entry.organization_id = $1 and entry.item_id = $2',
  board: 'entry.organization_id = $1 and $2 in (entry.board_id, entry.previous_board_id)',
};

// A move from one board to another is in the lists of both boards.
const PAGE_OF = (column: string, limit: number) =>
  `(select * from activity where organization_id = $1 and ${column} = $2 and sequence < $3
    order by sequence desc limit ${limit + 1})`;

const ENTRIES_OF: Readonly<Record<Subject, (limit: number) => string>> = {
  item: (limit) => PAGE_OF('item_id', limit),
  board: (limit) => `(${PAGE_OF('board_id', limit)} union all ${PAGE_OF('previous_board_id', limit)})`,
};

// In the order of the outbox, which for one item is the order of the commits; times are from the clocks of
// several processes.
export const LIST_ACTIVITY = statementFamily(
  'activity.list',
  (subject: Subject, limit: number) => `
  select entry.id, entry.action, entry.board_id as "boardId", entry.item_id as "itemId",
    item.name as "itemName", entry.created_at as "createdAt",
    person.id as "actorId", person.name as "actorName", person.avatar as "actorAvatar",
    entry.details - '{values,value,previousValue}'::text[] as details,
    (entry.details -> 'values')::text as values,
    case when entry.details ?& '{columnId,value}'
      then jsonb_build_object(entry.details ->> 'columnId', entry.details -> 'value')::text end as value,
    case when entry.details ?& '{columnId,value}'
      then jsonb_build_object(entry.details ->> 'columnId', entry.details -> 'previousValue')::text
    end as "previousValue"
  from ${ENTRIES_OF[subject](limit)} entry
  left join users person on person.id = entry.actor_id
  left join items item
    on item.organization_id = $1 and item.id = entry.item_id and item.board_id = entry.board_id
  order by entry.sequence desc limit ${limit + 1}`,
);

const CURSOR = statementFamily(
  'activity.cursor',
  (subject: Subject) =>
    `select entry.sequence::text as sequence from activity entry where ${ENTRY_OF[subject]} and entry.id = $3`,
);

/** Above every number of the outbox. */
const FROM_THE_NEWEST = '9223372036854775807';

@Injectable()
export class ActivityReadModel {
  constructor(private readonly database: ReadDatabase) {}

  /** Entries of an item or board that the caller can see, newest first. */
  async list(
    context: TenantContext,
    subject: Subject,
    id: string,
    { cursor, limit }: { cursor: string | null; limit: number },
  ): Promise<Page<ActivityRow>> {
    const before = cursor === null ? FROM_THE_NEWEST : await this.sequenceOf(context, subject, id, cursor);
    const values = [context.organizationId, id, before];
    return pageOf(
      await this.database.query<ActivityRow>(context, LIST_ACTIVITY(subject, limit), values),
      limit,
    );
  }

  private async sequenceOf(
    context: TenantContext,
    subject: Subject,
    id: string,
    cursor: string,
  ): Promise<string> {
    const [row] = await this.database.query<{ sequence: string }>(context, CURSOR(subject), [
      context.organizationId,
      id,
      cursor,
    ]);
    if (row === undefined) throw new UnknownCursor();
    return row.sequence;
  }
}
