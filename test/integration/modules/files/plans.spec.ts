import { beforeAll, describe, expect, it } from 'vitest';
import type { ItemId } from '../../../../src/kernel/ids';
import {
  BATCH,
  DELETE_ORPHANS,
  KEEP_REFERENCED,
  LOCK_ORPHANS,
  MARK,
  NEXT,
} from '../../../../src/modules/files/removal/file-removals.repository';
import { FILE_PLACES } from '../../../../src/modules/hierarchy/file-places.read-model';
import { GET } from '../../../../src/modules/items/items.read-model';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { anItem } from '../../../support/factories/item.factory';
import { executedPlan, type PlanNode, rowsRead } from '../../../support/query-plan';
import { columnKey } from '../../../support/record-keys';

const FILES = 100_000;
const ITEMS = 10_000;
const ATTACHMENTS = 1_000;

const fileId = (at: number) => `file_${String(at).padStart(26, '0')}`;

describe('statements about files, with many of them', () => {
  let board: TestBoard;
  let itemId: ItemId;
  const sql = () => board.organization.app.sql;
  const tables = ['files', 'item_values', 'file_attachments', 'items'];
  const read = (plan: readonly PlanNode[]) =>
    Object.fromEntries(tables.map((table) => [table, rowsRead(plan, table)]));

  /** The first file is in a cell of each of 10,000 items, the next thousand are attached to comments of one item. */
  beforeAll(async () => {
    board = await aBoard({ columns: [{ name: 'Files', type: 'file' }] });
    itemId = await anItem(board);
    const { id, owner } = board.organization;
    await sql().query(
      `insert into files (organization_id, id, storage_key, name, type, size_bytes, sha256, uploaded_by, created_at, stored_at,
         unreferenced_since)
       select $1, 'file_' || lpad(at::text, 26, '0'), 'key ' || $1 || at, 'a.txt', 'text/plain', 1, '', $2, now(), now(),
         case when at > $3 then now() - interval '2 days' end
       from generate_series(1, $4::int) as at`,
      [id, owner.userId, FILES / 2, FILES],
    );
    await sql().query(
      `with added as (
         insert into items (organization_id, id, board_id, group_id, name, name_key, values, rank, created_by, created_at,
           updated_at)
         select $1, 'itm_' || lpad(at::text, 26, '0'), $2, $3, 'Item', 'item', '{}', at, $4, now(), now()
         from generate_series(1, $5::int) as at
         returning key, rank)
       insert into item_values (column_key, item_key, ordinal, rank, ref)
       select ${columnKey('$6')}, key, 1, rank, $7 from added`,
      [id, board.id, board.groupIds[0], owner.userId, ITEMS, board.column('Files'), fileId(1)],
    );
    const { rows } = await sql().query<{ id: string }>(
      `insert into comments (organization_id, id, item_id, author_id, body, body_html, mentions, is_pinned, created_at, updated_at)
       select $1, 'cmt_' || lpad(at::text, 26, '0'), $2, $3, 'Text', '', '{}', false, now(), now()
       from generate_series(1, $4::int / 10) as at returning id`,
      [id, itemId, owner.userId, ATTACHMENTS],
    );
    await sql().query(
      `insert into file_attachments (organization_id, id, file_id, comment_id, item_id, position)
       select $1, 'att_' || lpad(at::text, 26, '0'), 'file_' || lpad((at + 1)::text, 26, '0'), ($3::text[])[1 + at / 10], $2,
         at % 10
       from generate_series(0, $4::int - 1) as at`,
      [id, itemId, rows.map((row) => row.id), ATTACHMENTS],
    );
    for (const table of tables) await sql().query(`analyze ${table}`);
  });

  it('the places of a file in 10,000 cells of a column are found with a few rows', async () => {
    const plan = await executedPlan(sql(), FILE_PLACES.text, [board.organization.id, [fileId(1)]]);
    expect(rowsRead(plan, 'item_values')).toBeLessThanOrEqual(3);
    expect(rowsRead(plan, 'items')).toBeLessThanOrEqual(2);
    const attached = await executedPlan(sql(), FILE_PLACES.text, [board.organization.id, [fileId(2)]]);
    expect(read(attached)).toEqual({ files: 0, item_values: 0, file_attachments: 1, items: 1 });
  });

  it('an item with 1,000 attachments counts these and reads no others', async () => {
    const plan = await executedPlan(sql(), GET.text, [board.organization.id, itemId]);
    expect(read(plan)).toMatchObject({ files: 0, file_attachments: ATTACHMENTS });
    expect(rowsRead(plan, 'item_values')).toBeLessThanOrEqual(10);
  });

  it('the sweeps read a batch of files, and for each its references', async () => {
    const { id } = board.organization;
    const range = [id, fileId(1_000), id, fileId(1_000 + BATCH)];
    const next = await executedPlan(sql(), NEXT.text, range.slice(0, 2));
    expect(rowsRead(next, 'files')).toBe(BATCH);
    const marked = await executedPlan(sql(), MARK.text, [...range, new Date()]);
    expect(rowsRead(marked, 'files')).toBeLessThanOrEqual(2 * BATCH);
    const locked = await executedPlan(sql(), LOCK_ORPHANS.text, [new Date()]);
    expect(rowsRead(locked, 'files')).toBeLessThanOrEqual(2 * BATCH);
    const orphans = Array.from({ length: BATCH }, (_, at) => fileId(FILES - at));
    const keys = [orphans.map(() => id), orphans];
    const kept = await executedPlan(sql(), KEEP_REFERENCED.text, keys);
    const deleted = await executedPlan(sql(), DELETE_ORPHANS.text, keys);
    for (const plan of [marked, kept, deleted]) {
      expect(rowsRead(plan, 'files')).toBeLessThanOrEqual(2 * BATCH);
      expect(rowsRead(plan, 'item_values')).toBeLessThanOrEqual(BATCH);
      expect(rowsRead(plan, 'file_attachments')).toBeLessThanOrEqual(BATCH);
    }
  });
});
