import { newId } from '../../../../src/kernel/ids';
import type { LoadedBoard } from '../subject';
import { integerAt } from './pseudo-random';

/** The log covers so many days, up to today. */
export const EVENT_DAYS = 10;

const CURSORS = 1_000;
const PAGE = 50;
const SALT = 17;

/** The items of a board in a fixed order, which events refer to by number; for the connection that loads. */
export const EVENT_ITEMS = `
  create temporary table event_items as
  select id, name, "values", row_number() over (order by id) - 1 as number from items where board_id = $1`;

const CHANGED = `jsonb_build_object('columnId', $4::text, 'value', at % 100000, 'previousValue', (at + 7) % 100000)`;
const MOVED = `jsonb_build_object('groupId', $5::text, 'position', at % 1000, 'previousGroupId', $5::text)`;

/**
 * SQL for the events of the log by their number \`at\`, from 0: changed values, moves and creations, on items all over the
 * board. Its parameters are \`eventParameters\`.
 */
export const EVENT_SQL = {
  id: `$1::text || lpad(at::text, 8, '0')`,
  occurredAt: `now() - (${EVENT_DAYS - 1} - at * ${EVENT_DAYS} / $2::bigint) * interval '1 day'`,
  type: `case when at % 10 < 7 then 'value.changed' when at % 10 < 9 then 'item.moved' else 'item.created' end`,
  itemId: 'item.id',
  /** What the service stores for a creation is larger, and not shown. */
  data: (created: string) => `case when at % 10 < 7 then ${CHANGED} when at % 10 < 9 then ${MOVED} else ${created} end`,
  // A prime number above the number of items visits all of them in turn.
  from: `generate_series($6::bigint, $7::bigint - 1) at
    join event_items item on item.number = at * 15485863 % $3::bigint`,
} as const;

/** Parameters for the events from number `from` up to, not including, `to`. */
export function eventParameters(
  { itemIds, columnIds, groupIds }: LoadedBoard,
  eventCount: number,
  [from, to]: readonly [number, number],
) {
  return [
    newId('event').slice(0, -8),
    eventCount,
    itemIds.length,
    columnIds.points,
    groupIds[0]!,
    from,
    to,
  ] as const;
}

/** The first and the last event of each day. */
export function eventsOfDay(eventCount: number, day: number): readonly [number, number] {
  return [Math.ceil((eventCount * day) / EVENT_DAYS), Math.ceil((eventCount * (day + 1)) / EVENT_DAYS)];
}

/** The numbers of events all over the log, before which pages begin. */
export function pageStarts(eventCount: number): number[] {
  return Array.from({ length: CURSORS }, (_, at) => integerAt(at, SALT, Math.max(1, eventCount - PAGE)));
}
