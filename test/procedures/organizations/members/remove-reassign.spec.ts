import { beforeEach, describe, expect, it } from 'vitest';
import { ReassignItemsJob } from '../../../../src/modules/members/removal/reassign-items.job';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { anItem, valueOf } from '../../../support/factories/item.factory';
import {
  anOrganization,
  type TestMember,
  type TestOrganization,
} from '../../../support/factories/organization.factory';
import { made } from '../../../support/factories/workspace.factory';
import { eventsOf } from '../../../support/refusals';
import { ofOrganization } from '../../../support/record-keys';

const COLUMNS = [
  { name: 'Owner', type: 'people' },
  { name: 'Reviewer', type: 'people' },
  { name: 'Title', type: 'formula', config: { expression: 'CONCAT("for ", {Owner})' } },
];

describe('organizations.members.remove with reassignTo', () => {
  let organization: TestOrganization;
  let board: TestBoard;
  let leaver: TestMember;
  let heir: TestMember;
  let other: TestMember;
  beforeEach(async () => {
    organization = await anOrganization();
    board = await aBoard({ organization, columns: COLUMNS });
    leaver = await organization.addMember('member', 'Leo Leaver');
    heir = await organization.addMember('member', 'Hedy Heir');
    other = await organization.addMember('member', 'Olga Other');
  });

  const assigned = (column: string, people: TestMember[], on = board) =>
    anItem(on, { values: { [on.column(column)]: people.map(({ userId }) => userId) } });

  /** Removes, and does what the worker would do; that one may be at it already. */
  const remove = async (reassignTo: TestMember | null = heir): Promise<void> => {
    const { owner, app } = organization;
    await made(owner.client, 'organizations.members.remove', {
      userId: leaver.userId,
      ...(reassignTo === null ? {} : { reassignTo: reassignTo.userId }),
    });
    await app.nest.get(ReassignItemsJob, { strict: false }).perform(
      {
        organizationId: organization.id,
        from: leaver.userId,
        to: reassignTo?.userId ?? null,
        actorId: owner.userId,
      },
      { id: '1', attempt: 1, isLastAttempt: false, signal: new AbortController().signal },
    );
  };
  const ownerOf = (itemId: Parameters<typeof valueOf>[1], on = board) =>
    valueOf(on, itemId, on.column('Owner'));

  it('every board, every people column, in the place of the removed user, no user twice', async () => {
    const second = await aBoard({ organization, columns: COLUMNS });
    const alone = await assigned('Owner', [leaver]);
    const among = await assigned('Owner', [other, leaver]);
    const both = await assigned('Owner', [leaver, other, heir]);
    const review = await assigned('Reviewer', [leaver]);
    const elsewhere = await assigned('Owner', [leaver], second);
    const untouched = await assigned('Owner', [other]);
    await remove();
    expect(await ownerOf(alone)).toEqual([heir.userId]);
    expect(await ownerOf(among)).toEqual([other.userId, heir.userId]);
    expect(await ownerOf(both)).toEqual([heir.userId, other.userId]);
    expect(await valueOf(board, review, board.column('Reviewer'))).toEqual([heir.userId]);
    expect(await ownerOf(elsewhere, second)).toEqual([heir.userId]);
    expect(await ownerOf(untouched)).toEqual([other.userId]);
  });

  it('lists find, sort and filter by the successor', async () => {
    const item = await assigned('Owner', [leaver]);
    const later = await assigned('Owner', [other]);
    await remove();
    const { client } = organization.owner;
    const columnId = board.column('Owner');
    const filtered = await client.query('items.list', {
      boardId: board.id,
      filters: [{ columnId, operator: 'any_of', value: [heir.userId] }],
    });
    expect(filtered.data.items.map(({ id }: { id: string }) => id)).toEqual([item]);
    const sorted = await client.query('items.list', { boardId: board.id, sortBy: columnId });
    expect(sorted.data.items.map(({ id }: { id: string }) => id)).toEqual([item, later]);
    const { rows } = await organization.app.sql.query(
      `select from item_values where ${ofOrganization('item_values')} and ref = $2`,
      [organization.id, leaver.userId],
    );
    expect(rows).toEqual([]);
  });

  it('archived items too, and those in Trash, which are restored with the successor', async () => {
    const { client } = organization.owner;
    const [archived, trashed] = [await assigned('Owner', [leaver]), await assigned('Owner', [leaver])];
    await made(client, 'items.archive', { id: archived });
    await made(client, 'items.delete', { id: trashed });
    await remove();
    expect(await ownerOf(archived)).toEqual([heir.userId]);
    await made(client, 'items.restore', { id: trashed });
    expect(await ownerOf(trashed)).toEqual([heir.userId]);
  });

  it('more items than a batch, each with one event by the caller; a second run changes nothing', async () => {
    const { client } = organization.owner;
    const values = { [board.column('Owner')]: [leaver.userId] };
    for (let batch = 0; batch < 3; batch += 1) {
      const items = Array.from({ length: 100 }, (_none, at) => ({ name: `Item ${at}`, values }));
      await made(client, 'items.bulkCreate', { boardId: board.id, groupId: board.groupIds[0], items });
    }
    await remove();
    const changed = (await eventsOf(organization)).filter(
      ({ type, data }) => type === 'value.changed' && data.columnId === board.column('Owner'),
    );
    expect(changed).toHaveLength(300);
    expect(changed[0]).toMatchObject({
      actorId: organization.owner.userId,
      boardId: board.id,
      data: { value: [heir.userId], previousValue: [leaver.userId] },
    });
  });

  it('values computed from the people follow', async () => {
    const item = await assigned('Owner', [leaver]);
    const title = () => valueOf(board, item, board.column('Title'));
    expect(await title()).toBe('for Leo Leaver');
    await remove();
    await expect.poll(title, { interval: 50 }).toBe('for Hedy Heir');
  });

  it('new items get the successor where the removed user was the default; without a successor, no one', async () => {
    const { client } = organization.owner;
    const { id } = await made(client, 'columns.create', {
      boardId: board.id,
      name: 'By default',
      type: 'people',
      defaultValue: [leaver.userId, other.userId],
    });
    const second = await made(client, 'columns.create', {
      boardId: board.id,
      name: 'Alone',
      type: 'people',
      defaultValue: [leaver.userId],
    });
    await remove(null);
    const item = await anItem(board);
    expect(await valueOf(board, item, id)).toEqual([other.userId]);
    expect(await valueOf(board, item, second.id)).toBeNull();
  });

  describe('while a removed user is still being assigned', () => {
    /** Assigns by a call that has found the person a member, and writes when the others are done. */
    async function assignedMeanwhile(itemId: string, others: () => Promise<void>): Promise<void> {
      const { app, owner } = organization;
      const holder = await app.sql.connect();
      try {
        await holder.query('begin');
        await holder.query('lock table item_values in share mode');
        const value = { itemId, columnId: board.column('Owner'), value: [leaver.userId] };
        const writing = owner.client.mutate('items.setValue', value);
        const isWriting = `select from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and query like '%item_set_value%' and pid <> pg_backend_pid()`;
        const waiting = async () => (await app.sql.query(isWriting)).rowCount;
        await expect.poll(waiting, { interval: 20 }).toBe(1);
        await others();
        await holder.query('commit');
        expect((await writing).status).toBe(200);
      } finally {
        await holder.query('rollback');
        holder.release();
      }
    }

    const removeNow = (who: TestMember, reassignTo: TestMember) =>
      made(organization.owner.client, 'organizations.members.remove', {
        userId: who.userId,
        reassignTo: reassignTo.userId,
      });

    const SECOND_RUN = `from graphile_worker._private_jobs job
      where job.key = 'members.reassign-items:' || $1 and (job.payload ->> 'isSecond')::boolean`;
    const keyOf = (who: TestMember) => [`${organization.id}:${who.userId}`];

    const waitingRuns = async (who: TestMember) =>
      (await organization.app.sql.query(`select ${SECOND_RUN}`, keyOf(who))).rowCount;

    /** It is over when the second one waits. */
    async function firstRun(who: TestMember): Promise<void> {
      await expect.poll(() => waitingRuns(who), { interval: 20 }).toBe(1);
    }

    /** The second run, without the minute that it waits. */
    async function secondRun(who: TestMember): Promise<void> {
      const { sql } = organization.app;
      await firstRun(who);
      await sql.query(
        `update graphile_worker._private_jobs set run_at = now() where id = (select job.id ${SECOND_RUN})`,
        keyOf(who),
      );
      await sql.query(`notify "jobs:insert", '{"count":1}'`);
      await expect.poll(() => waitingRuns(who), { interval: 20 }).toBe(0);
    }

    it('late writes are reassigned to the successor a little later', async () => {
      const item = await assigned('Owner', []);
      await assignedMeanwhile(item, async () => void (await removeNow(leaver, heir)));
      await secondRun(leaver);
      expect(await ownerOf(item)).toEqual([heir.userId]);
    });

    it('and to the successor’s successor, if the first was removed by then', async () => {
      const item = await assigned('Owner', []);
      await assignedMeanwhile(item, async () => {
        await removeNow(leaver, heir);
        await removeNow(heir, other);
      });
      await secondRun(leaver);
      expect(await ownerOf(item)).toEqual([other.userId]);
    });

    it('but assignments of a user who has rejoined are kept', async () => {
      await removeNow(leaver, heir);
      await firstRun(leaver);
      await organization.app.sql.query(
        `insert into members (organization_id, user_id, role, status, joined_at, created_at, updated_at)
         values ($1, $2, 'member', 'active', now(), now(), now())`,
        [organization.id, leaver.userId],
      );
      const item = await assigned('Owner', [leaver]);
      await secondRun(leaver);
      expect(await ownerOf(item)).toEqual([leaver.userId]);
    });
  });

  it('without a successor the items keep the name of the removed user', async () => {
    const item = await assigned('Owner', [leaver]);
    await remove(null);
    expect(await ownerOf(item)).toEqual([leaver.userId]);
  });
});
