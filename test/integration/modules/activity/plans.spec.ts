import { beforeAll, describe, expect, it } from 'vitest';
import { LIST_ACTIVITY, type Subject } from '../../../../src/modules/activity/activity.read-model';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { executedPlan, rowsRead } from '../../../support/query-plan';

const ENTRIES = 20_000;
const ITEMS = 40;
const PAGE = 50;

const itemId = (at: number) => `itm_${String(at).padStart(26, '0')}`;

describe('pages of activity.list', () => {
  let board: TestBoard;

  beforeAll(async () => {
    board = await aBoard();
    const { app, id, owner } = board.organization;
    await app.sql.query(
      `insert into activity (organization_id, id, sequence, board_id, item_id, actor_id, action, details, created_at)
       select $1, 'act_' || lpad(at::text, 26, '0'), at, $2, 'itm_' || lpad((at % $4)::text, 26, '0'), $3,
         'value.changed', '{"columnId": "col_1", "value": 1, "previousValue": 2}', now()
       from generate_series(1, $5::int) as at`,
      [id, board.id, owner.userId, ITEMS, ENTRIES],
    );
    await app.sql.query('analyze activity');
  });

  it.each<[Subject, () => string]>([
    ['item', () => itemId(7)],
    ['board', () => board.id],
  ])('of one %s read a page of entries and no more', async (subject, id) => {
    const { text } = LIST_ACTIVITY(subject, PAGE);
    const { app, id: organizationId } = board.organization;
    const plan = await executedPlan(app.sql, text, [organizationId, id(), String(ENTRIES / 2)]);
    expect(rowsRead(plan, 'activity')).toBe(PAGE + 1);
  });
});
