import { beforeAll, describe, expect, it } from 'vitest';
import { type ItemId, newId } from '../../../../src/kernel/ids';
import { NO_KEY } from '../../../../src/kernel/record-key';
import { DUE_ITEMS } from '../../../../src/modules/notifications/due/due-items.repository';
import {
  LIST_NOTIFICATIONS,
  UNREAD_COUNT,
  UNREAD_COUNT_OF_EVERY_BOARD,
} from '../../../../src/modules/notifications/notifications.read-model';
import { CREATE, REFRESH } from '../../../../src/modules/notifications/notifications.repository';
import { THREADS } from '../../../../src/modules/notifications/sending/sources.read-model';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { aComment } from '../../../support/factories/comment.factory';
import { anItem } from '../../../support/factories/item.factory';
import { executedPlan, plannedForEmptyTable, rowsRead } from '../../../support/query-plan';

const NOTIFICATIONS = 100_000;
const BOARDS = 20;
const PAGE = 50;

const notificationId = (at: number) => `ntf_${String(at).padStart(26, '0')}`;

describe('statements with 100,000 notifications of a user', () => {
  let board: TestBoard;
  let itemId: ItemId;
  const scope = () => [board.organization.id, board.organization.owner.userId, 'all', null];

  /** Of one board among twenty; every second is read. The other boards are unknown to the user. */
  beforeAll(async () => {
    board = await aBoard();
    itemId = await anItem(board);
    const { app, id, owner } = board.organization;
    await app.sql.query(
      `insert into notifications (organization_id, id, user_id, source, kind, actor_id, board_id, item_id, details, in_app,
         read_at, created_at)
       select $1, 'ntf_' || lpad(at::text, 26, '0'), $2, 'evt_' || at, 'mention', $2,
         case when at % $5 = 0 then 'brd_' || lpad((at % 7)::text, 26, '0') else $3 end,
         case when at % $5 = 0 then null else $4 end, '{}', true, case when at % 2 = 0 then now() end, now()
       from generate_series(1, $6::int) as at`,
      [id, owner.userId, board.id, itemId, BOARDS, NOTIFICATIONS],
    );
    // So many rows of another member that an index is cheaper than the table.
    const other = await board.organization.addMember();
    await app.sql.query(
      `insert into notification_counts (organization_id, user_id, board_id, unread)
       select $1, $2, 'brd_' || lpad(at::text, 26, '0'), 1 from generate_series(1, 5000) as at`,
      [id, other.userId],
    );
    for (const table of ['notifications', 'notification_counts', 'items', 'boards'])
      await app.sql.query(`analyze ${table}`);
  });

  it.each([
    ['every notification', false],
    ['unread notifications', true],
  ])('a page of %s reads little more than the page, far from its start', async (_which, unread) => {
    const values = [...scope(), notificationId(NOTIFICATIONS / 2)];
    const plan = await executedPlan(
      board.organization.app.sql,
      LIST_NOTIFICATIONS(unread, PAGE).text,
      values,
    );
    // One in twenty is about a board that the user does not see.
    expect(rowsRead(plan, 'notifications')).toBeLessThan(1.2 * PAGE);
    expect(rowsRead(plan, 'notifications')).toBeGreaterThan(PAGE);
  });

  it.each([
    ['an administrator', UNREAD_COUNT_OF_EVERY_BOARD, () => scope().slice(0, 2)],
    ['any other member', UNREAD_COUNT, scope],
  ])(
    'the number of unread notifications of %s is read from one row for each board',
    async (_who, { text }, values) => {
      const { app } = board.organization;
      const { rows } = await app.sql.query(text, values());
      expect(rows).toEqual([{ count: NOTIFICATIONS / 2 }]);
      const plan = await executedPlan(app.sql, text, values());
      expect(rowsRead(plan, 'notifications')).toBe(0);
      expect(rowsRead(plan, 'notification_counts')).toBeLessThan(20);
    },
  );

  it('the participants of a thread are read from its last replies', async () => {
    const { app, id, owner } = board.organization;
    const parentId = await aComment(board, itemId);
    await app.sql.query(
      `insert into comments (organization_id, id, item_id, parent_id, author_id, body, body_html, mentions, created_at, updated_at)
       select $1, 'cmt_' || lpad(at::text, 26, '0'), $2, $3, $4, 'Text', '<p>Text</p>', '{}', now(), now()
       from generate_series(1, 5000) as at`,
      [id, itemId, parentId, owner.userId],
    );
    await app.sql.query('analyze comments');
    const plan = await executedPlan(app.sql, THREADS.text, [[id], ['cmt_~'], [parentId]]);
    expect(rowsRead(plan, 'comments')).toBeLessThanOrEqual(202);
  });

  it('what is due is read from the assignments of the user', async () => {
    const { app, id } = board.organization;
    const userId = newId('user');
    await app.sql.query(
      `insert into item_values (column_key, item_key, ordinal, lane, rank, number_key, ref)
       select first, first + at, 0, first, at, null, case when at % 100 = 0 then $2 else 'usr_other' end
       from generate_series(1, 20000) as at, organization_first_key(p_organization => $1) as first`,
      [id, userId],
    );
    await app.sql.query('analyze item_values');
    const values = [id, userId, NO_KEY, NO_KEY, 0, 1];
    const plan = await executedPlan(app.sql, DUE_ITEMS.text, values);
    expect(rowsRead(plan, 'item_values')).toBeLessThanOrEqual(200 + 200);
  });
});

describe('statements that were planned for an empty table', () => {
  it('the comments of new notifications are found one by one', async () => {
    const { organization } = await aBoard();
    const create = { text: CREATE.text, given: [`'[]'`, `'[]'`, 'now()'] };
    await plannedForEmptyTable(organization.app.sql, ['comments'], create, async (client) => {
      await client.query(
        `insert into comments (organization_id, id, item_id, author_id, body, body_html, mentions, created_at, updated_at)
         select $1, 'cmt_' || lpad(at::text, 4, '0'), 'itm_' || at, 'usr_1', '', '', '{}', now(), now()
         from generate_series(1, 1000) as at`,
        [organization.id],
      );
      const mentions = [1, 2, 3].map((at) => ({
        organization_id: organization.id,
        id: `ntf_${at}`,
        event_id: `evt_${at}`,
        user_id: organization.owner.userId,
        source: `source ${at}`,
        kind: 'mention',
        comment_id: `cmt_0${at}00`,
        details: {},
      }));
      const usual = [{ kind: 'mention', priority: 1, in_app: true, email: false }];
      const given = [mentions, usual].map((value) => client.escapeLiteral(JSON.stringify(value)));
      const plan = await executedPlan(client, `execute examined (${given.join()}, now())`, []);
      expect(rowsRead(plan, 'comments')).toBe(mentions.length);
    });
  });

  it('the notifications of a changed item are read, and no others of their users', async () => {
    const { organization } = await aBoard();
    const refresh = { text: REFRESH.text, given: [`'{}'`, `'{}'`] };
    await plannedForEmptyTable(organization.app.sql, ['notifications'], refresh, async (client) => {
      await client.query(
        `insert into notifications (organization_id, id, user_id, source, kind, item_id, details, in_app, created_at)
         select $1, 'ntf_' || at, 'usr_1', at, 'mention', 'itm_' || at, '{}', true, now() from generate_series(1, 1000) as at`,
        [organization.id],
      );
      const { id } = organization;
      const plan = await executedPlan(client, `execute examined ('{${id},${id}}', '{itm_100,itm_200}')`, []);
      const { rowCount } = await client.query('select from notifications where is_hidden');
      expect(rowCount).toBe(2);
      // Each once by its item, and once to be updated.
      expect(rowsRead(plan, 'notifications')).toBe(2 * 2);
    });
  });
});
