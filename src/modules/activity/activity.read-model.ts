import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { type Page, pageOf, UnknownCursor } from '../../kernel/cursor';
import {
  type BoardId,
  type Id,
  idOfUuid,
  type ItemId,
  timeOfId,
  type UserId,
  uuidOfId,
} from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import { dayAfter } from '../../platform/database/partitions/partition-range';
import { ReadDatabase } from '../../platform/database/replica/read-database';
import { statement, statementFamily } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { jsonbText } from '../columns';
import { type UserReference, userReferenceJson } from '../hierarchy';
import type { ActivityDetails } from './activity-details';
import { oldestActivityDay } from './activity-table';
import { ActivityTermsRepository } from './activity-terms.repository';
import { decoded, joined, keysIn } from './entry-encoding';

export interface ActivityRow {
  id: Id<'activity'>;
  action: string;
  boardId: BoardId;
  itemId: ItemId | null;
  /** The current name; null when the item is no longer on that board. */
  itemName: string | null;
  createdAt: string;
  /** Null for changes without a user, and when the account no longer exists. */
  actor: UserReference | null;
  /** The event's payload except values. */
  details: ActivityDetails;
  /** Stored values by column id, each as PostgreSQL prints JSONB; null when the event has none. */
  values: string | null;
  value: string | null;
  previousValue: string | null;
}

/** The subject of a list of entries. */
export type Subject = 'item' | 'board';

/** An entry as it is stored. */
interface StoredEntry {
  id: string;
  boardId: BoardId;
  itemId: string | null;
  actorKey: number | null;
  actionKey: number;
  createdAt: string;
  details: string;
  contents: string;
}

/** What entries refer to, as it is now. */
interface NamedRecord {
  id: string;
  /** Null for an item. */
  person: UserReference | null;
  /** Of an item, with the board that it is on. */
  name: string | null;
  boardId: BoardId | null;
}

/** The place of an entry in lists. */
interface Place {
  day: string;
  sequence: string;
}

/** Before the newest entry. */
const FRONT: Place = { day: 'infinity', sequence: '0' };

const OF_ITEM = 'item_id = $2::uuid';

// The first two conditions on the day exclude partitions; the ones behind them are read only as far as the page needs.
const PAGE_OF = (condition: string, limit: number) =>
  `(select * from activity where ${condition} and day >= $3::date and day <= $4::date and (day, sequence) < ($4::date, $5::bigint)
    order by day desc, sequence desc limit ${limit + 1})`;

// A move from one board to another is in the lists of both boards.
const ENTRIES_OF: Readonly<Record<Subject, (limit: number) => string>> = {
  item: (limit) => PAGE_OF(OF_ITEM, limit),
  board: (limit) =>
    `(${PAGE_OF('board_key = $2::integer', limit)} union all ${PAGE_OF('previous_board_key = $2::integer and previous_board_key <> 0', limit)})`,
};

// In the order of the log, which for one item is the order of the commits; times are from the clocks of several processes.
export const LIST_ACTIVITY = statementFamily(
  'activity.list',
  (subject: Subject, limit: number) => `
  select entry.id, board.term as "boardId", entry.item_id as "itemId", entry.actor_key as "actorKey",
    entry.action_key as "actionKey", entry.created_at as "createdAt", entry.details, entry.contents
  from ${ENTRIES_OF[subject](limit)} entry
  join activity_terms board on board.organization_id = $1 and board.key = entry.board_key
  order by entry.day desc, entry.sequence desc limit ${limit + 1}`,
);

const ENTRY_OF: Readonly<Record<Subject, string>> = {
  item: OF_ITEM,
  board: '$2::integer in (board_key, previous_board_key)',
};

// The id alone finds the entry: with the subject, all its entries would be read. No partition before the day before: clocks
// differ. An event that waited for long is in the partition of a later day.
export const ACTIVITY_CURSOR = statementFamily(
  'activity.cursor',
  (subject: Subject) =>
    `with entry as materialized (select * from activity where id = $3::uuid and day >= $4::date)
     select entry.day::text as day, entry.sequence::text as sequence from entry
     join activity_terms board on board.organization_id = $1 and board.key = entry.board_key
     where ${ENTRY_OF[subject]}`,
);

const NAMES = statement(
  'activity.names',
  `select person.id, ${userReferenceJson('person')} as person, null as name, null as "boardId"
   from users person where person.id = any ($2)
   union all select id, null, name, board_id from items where organization_id = $1 and id = any ($3)`,
);

@Injectable()
export class ActivityReadModel {
  constructor(
    private readonly database: ReadDatabase,
    private readonly terms: ActivityTermsRepository,
  ) {}

  /** Entries of an item or board that the caller can see, newest first. */
  async list(
    context: TenantContext,
    subject: Subject,
    id: string,
    { cursor, limit }: { cursor: string | null; limit: number },
  ): Promise<Page<ActivityRow>> {
    const key = subject === 'item' ? uuidOfId(id) : await this.terms.keyOf(context, id);
    const before = cursor === null ? FRONT : await this.placeOf(context, subject, key, cursor);
    if (key === null) return pageOf([], limit);
    const list = LIST_ACTIVITY(subject, limit);
    const values = [context.organizationId, key, oldestActivityDay(), before.day, before.sequence];
    return pageOf(
      await this.rowsOf(context, await this.database.query<StoredEntry>(context, list, values)),
      limit,
    );
  }

  private async placeOf(
    context: TenantContext,
    subject: Subject,
    key: string | number | null,
    cursor: string,
  ): Promise<Place> {
    // A process whose clock was ahead has made ids with a time that is still to come.
    const createdAt = new Date(Math.min(timeOfId(cursor).getTime(), clock.nowMs()));
    const values = [context.organizationId, key, uuidOfId(cursor), dayAfter(createdAt, -1)];
    const [place] = await this.database.query<Place>(context, ACTIVITY_CURSOR(subject), values);
    if (place === undefined) throw new UnknownCursor();
    return place;
  }

  private async rowsOf(context: TenantContext, entries: readonly StoredEntry[]): Promise<ActivityRow[]> {
    if (entries.length === 0) return [];
    const keys = entries.flatMap(({ actorKey, actionKey, details, contents }) => [
      actionKey,
      ...(actorKey === null ? [] : [actorKey]),
      ...keysIn(details),
      ...keysIn(contents),
    ]);
    const terms = await this.terms.termsOf(context, new Set(keys));
    const decodedEntries = entries.map((entry) => ({
      entry,
      actorId: entry.actorKey === null ? null : (terms.get(entry.actorKey) as UserId),
      itemId: entry.itemId === null ? null : idOfUuid('item', entry.itemId),
    }));
    const names = await this.namesOf(
      context,
      decodedEntries.map(({ actorId }) => actorId),
      decodedEntries.map(({ itemId }) => itemId),
    );
    return decodedEntries.map(({ entry, actorId, itemId }) => {
      const { boardId, createdAt, actionKey, details, contents } = entry;
      const item = names.get(itemId);
      return {
        id: idOfUuid('activity', entry.id),
        action: terms.get(actionKey)!,
        boardId,
        itemId,
        itemName: item?.boardId === boardId ? item.name : null,
        createdAt,
        actor: names.get(actorId)?.person ?? null,
        ...payloadOf(joined({ details: decoded(details, terms), contents: decoded(contents, terms) })),
      };
    });
  }

  private async namesOf(
    context: TenantContext,
    userIds: readonly (UserId | null)[],
    itemIds: readonly (ItemId | null)[],
  ): Promise<Map<string | null, NamedRecord>> {
    const known = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];
    const values = [context.organizationId, known(userIds), known(itemIds)];
    const rows = await this.database.query<NamedRecord>(context, NAMES, values);
    return new Map(rows.map((row) => [row.id, row]));
  }
}

function payloadOf({ values, value, previousValue, ...details }: Record<string, Json>) {
  const { columnId } = details as ActivityDetails;
  const inColumn = (stored: Json | undefined) =>
    columnId === undefined || value === undefined ? null : jsonbText({ [columnId]: stored ?? null });
  return {
    details: details as ActivityDetails,
    values: values === undefined ? null : jsonbText(values),
    value: inColumn(value),
    previousValue: inColumn(previousValue),
  };
}
