import { afterAll, beforeAll, expect, it } from 'vitest';
import { clock } from '../../../../src/kernel/clock';
import { newId, uuidOfId } from '../../../../src/kernel/ids';
import { ACTIVITY } from '../../../../src/modules/activity/activity-table';
import { OldActivitySweep } from '../../../../src/modules/activity/old-activity.sweep';
import { NO_TRANSACTION } from '../../../../src/platform/database/database';
import { dayAfter } from '../../../../src/platform/database/partitions/partition-range';
import { Partitions } from '../../../../src/platform/database/partitions/partitions';
import { startApp, type TestApp } from '../../../support/app';
import { deliverEvents } from '../../../support/events';
import { aBoard } from '../../../support/factories/board.factory';
import { anItem } from '../../../support/factories/item.factory';
import { anOrganization } from '../../../support/factories/organization.factory';
import { made } from '../../../support/factories/workspace.factory';
import { refusedPaths } from '../../../support/refusals';

/** The oldest days of which entries are shown, and of which a partition can contain some. */
const KEPT = 365;
const MONTH = 31;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const sweep = () =>
  app.nest.get<OldActivitySweep>(OldActivitySweep, { strict: false }).run(new AbortController().signal);

/** Moves the entry of an item to another day. */
async function age(itemId: string, days: number): Promise<void> {
  const day = dayAfter(clock.now(), -days);
  await app.nest.get(Partitions, { strict: false }).ensure(NO_TRANSACTION, ACTIVITY, [day]);
  await app.sql.query('update activity set day = $1 where item_id = $2', [day, uuidOfId(itemId)]);
}

it('months in which all entries are older than a year are dropped, and older entries of a month are not shown', async () => {
  const board = await aBoard({ organization: await anOrganization({ app }) });
  const ages = [0, KEPT - 1, KEPT, KEPT + 1, KEPT + MONTH + 1];
  const items: string[] = [];
  for (const _ of ages) items.push(await anItem(board));
  await deliverEvents(app);
  for (const [at, days] of ages.entries()) await age(items[at]!, days);
  const list = (input: object) => board.organization.owner.client.query('activity.list', input);
  const shown = async () => {
    const { data } = await list({ boardId: board.id });
    return data.entries.map(({ itemId, action }: { itemId: string; action: string }) => itemId ?? action);
  };
  const visible = [items[0], 'board.created', items[1], items[2]];
  expect(await shown()).toEqual(visible);
  await sweep();
  expect(await shown()).toEqual(visible);
  const { rows } = await app.sql.query<{ age: number }>(
    `select (now() at time zone 'UTC')::date - day as age from activity where item_id is not null order by 1`,
  );
  const stored = rows.map(({ age: days }) => days);
  expect(stored.slice(0, 3)).toEqual(ages.slice(0, 3));
  expect(stored).not.toContain(KEPT + MONTH + 1);
  // What expires within a month that is not over stays until the month is.
  const { rows: months } = await app.sql.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'activity'::regclass order by 1`,
  );
  expect(months[0]!.name).toBe(`activity_${dayAfter(clock.now(), -KEPT).slice(0, 7).replace('-', '')}01`);
  expect(refusedPaths(await list({ boardId: board.id, cursor: newId('activity') }))).toEqual(['cursor']);
});

it('entries of deleted boards and of purged organizations are deleted, others are kept', async () => {
  const organization = await anOrganization({ app });
  const kept = await aBoard({ organization });
  const deleted = await aBoard({ organization, workspace: kept.workspace });
  const purged = await aBoard({ organization: await anOrganization({ app }) });
  const gone = await aBoard({ organization: await anOrganization({ app }) });
  const itemId = await anItem(kept);
  for (const board of [deleted, purged, gone]) await anItem(board);
  await made(organization.owner.client, 'boards.delete', { id: deleted.id });
  await deliverEvents(app);
  await app.sql.query('delete from groups where board_id = $1', [purged.id]);
  await app.sql.query('delete from columns where board_id = $1', [purged.id]);
  await app.sql.query('delete from boards where id = $1', [purged.id]);
  const keys = await Promise.all(
    [kept, deleted, purged, gone].map(async (board) => {
      const { rows } = await app.sql.query<{ key: number }>(
        'select key from activity_terms where term = $1',
        [board.id],
      );
      return rows[0]!.key;
    }),
  );
  await app.sql.query('delete from activity_terms where organization_id = $1', [gone.organization.id]);

  expect(await sweep()).toBeGreaterThan(0);

  const counts = await Promise.all(
    keys.map(async (key) => {
      const { rows } = await app.sql.query('select from activity where board_key = $1', [key]);
      return rows.length;
    }),
  );
  expect(counts.slice(1)).toEqual([0, 0, 0]);
  const { data } = await organization.owner.client.query('activity.list', { boardId: kept.id });
  expect(
    data.entries.map((entry: { itemId: string; action: string }) => entry.itemId ?? entry.action),
  ).toEqual([itemId, 'board.created']);
});

it('a day without a partition gets one with its first entry', async () => {
  const board = await aBoard({ organization: await anOrganization({ app }) });
  await app.sql.query(
    `do $$ declare partition regclass; begin
       for partition in select inhrelid::regclass from pg_inherits where inhparent = 'activity'::regclass loop
         execute format('drop table %s', partition);
       end loop;
     end $$`,
  );
  const other = await startApp({ DATABASE_URL: app.databaseUrl });
  try {
    const itemId = await anItem(board);
    await deliverEvents(other);
    const { data } = await board.organization.owner.client.query('activity.list', { itemId });
    expect(data.entries).toMatchObject([{ action: 'item.created' }]);
  } finally {
    await other.close();
  }
});
