import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import { NO_TRANSACTION } from '../../../../src/platform/database/database';
import { dayAfter } from '../../../../src/platform/database/partitions/partition-range';
import { EventPages, PAGE } from '../../../../src/platform/events/log/event-pages';
import { startApp, type TestApp } from '../../../support/app';
import { executedGenericPlan, type PlanNode, rowsOf } from '../../../support/query-plan';

const FIRST = new Date('2020-01-01');
const DAYS = 30;
const PER_DAY = 4_000;
const LIMIT = 50;
/** One partition more than the days from the given one on, for a clock that was set back. */
const SPARE = 1;

const nameOf = (day: string) => `events_${day.replaceAll('-', '')}`;

describe('a page of the event log', () => {
  let app: TestApp;
  const organizationId = newId('organization');
  const boardId = newId('board');
  beforeAll(async () => {
    app = await startApp();
    for (let at = 0; at < DAYS; at += 1) {
      const [day, next] = [dayAfter(FIRST, at), dayAfter(FIRST, at + 1)];
      await app.sql.query(
        `create table ${nameOf(day)} partition of events for values from ('${day}') to ('${next}')`,
      );
    }
    // A tenth of the events are of the organization, and a tenth of these of the board.
    await app.sql.query(
      `insert into events (day, position, organization_id, sequence, board_id, board_sequence, id, type, data, occurred_at)
       select '2020-01-01'::date + (at / $3::int), at,
         case when at % 10 = 0 then $1 else 'org_' || (at % 10) end, at / 10 + 1,
         case when at % 100 = 0 then $2 end, case when at % 100 = 0 then at / 100 + 1 end, 'evt_' || at,
         'item.created', '{"name": "An item"}', now()
       from generate_series(0, $3::int * $4::int - 1) as at`,
      [organizationId, boardId, PER_DAY, DAYS],
    );
    await app.sql.query(`insert into event_sequences (organization_id, board_id, last) values ($1, '', $2)`, [
      organizationId,
      (PER_DAY * DAYS) / 10,
    ]);
    await app.sql.query('analyze');
  });
  afterAll(() => app.close());

  it.each([
    ['organization', 10, 2],
    ['organization', 10, DAYS - 2],
    ['board', 100, 2],
    ['board', 100, DAYS - 2],
  ] as const)(
    'of one %s (each %d.) reads its rows and no partition before day %d',
    async (space, nth, at) => {
      const day = dayAfter(FIRST, at);
      const number = (at * PER_DAY) / nth + 1;
      const { text } = PAGE(space, LIMIT);
      const values = [
        organizationId,
        space === 'board' ? boardId : '',
        String(number),
        day,
        '4000000',
        '{item.created}',
      ];
      const plan = await executedGenericPlan(app.sql, text, values);
      const scans = plan.filter((node) => node['Relation Name']?.startsWith('events_2'));
      const read = (nodes: PlanNode[]) => nodes.reduce((sum, node) => sum + rowsOf(node), 0);
      const before = nameOf(dayAfter(FIRST, at - SPARE));
      expect(scans.filter((node) => node['Relation Name']! < before)).toEqual([]);
      // A merge of partitions reads the first row of each.
      expect(read(scans)).toBeLessThanOrEqual(LIMIT + DAYS - at + SPARE);
      expect(scans.every((node) => node['Node Type'].startsWith('Index'))).toBe(true);
    },
  );

  it('opens the partitions of the first days only', async () => {
    const day = dayAfter(FIRST, 2);
    const values = [organizationId, '', String((2 * PER_DAY) / 10 + 1), day, '1', '{item.created}'];
    const plan = await executedGenericPlan(app.sql, PAGE('organization', LIMIT).text, values);
    const opened = plan
      .flatMap((node) => node['Relation Name'] ?? [])
      .filter((name) => name.startsWith('events_2'));
    expect(opened.toSorted()).toEqual([1, 2, 3].map((at) => nameOf(dayAfter(FIRST, at))));
  });

  const pageAfter = async (number: number, day: string, limit = LIMIT) => {
    const context = { ...NO_TRANSACTION, organizationId };
    const place = { number, day };
    const request = { boardId: null, place, types: ['item.created'], limit };
    const { events, read } = await app.nest.get(EventPages, { strict: false }).after(context, request);
    return { numbers: events.map(({ sequence }) => sequence), last: read?.last };
  };

  it('continues over the end of a day', async () => {
    const last = PER_DAY / 10;
    const { numbers } = await pageAfter(last - 10, dayAfter(FIRST, 0));
    expect(numbers).toEqual(Array.from({ length: LIMIT }, (_, at) => last - 9 + at));
  });

  it('continues after days without events', async () => {
    const next = (3 * PER_DAY) / 10 + 1;
    await app.sql.query(`delete from events where day = '2020-01-02' or day = '2020-01-03'`);
    expect((await pageAfter(next - 1, dayAfter(FIRST, 0))).numbers[0]).toBe(next);
  });

  it('ends before the events whose data are too large together', async () => {
    const first = (5 * PER_DAY) / 10 + 1;
    const incompressible = `jsonb_build_object('name', (select string_agg(md5(at::text), '') from generate_series(1, 80000) as at))`;
    await app.sql.query(
      `update events set data = ${incompressible} where organization_id = $1 and sequence between $2 and $2::bigint + 3`,
      [organizationId, first],
    );
    await app.sql.query(
      `update events set type = 'item.moved' where organization_id = $1 and sequence > $2::bigint + 2`,
      [organizationId, first],
    );
    const { numbers, last } = await pageAfter(first - 1, dayAfter(FIRST, 5));
    expect(numbers).toEqual([first, first + 1]);
    expect(last!.number).toBe(first + 1);
  });
});
