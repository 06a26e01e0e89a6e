import { beforeAll, describe, expect, it } from 'vitest';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { columnKey, groupKey, itemKey } from '../../support/record-keys';

const CHECK_VIOLATION = { code: '23514' };
const FOREIGN_KEY_VIOLATION = { code: '23503' };
const INTEGRITY_VIOLATION = { code: '23000' };

/** What the database rejects by itself, whatever the service writes (decision 0101). */
describe('keys of records', () => {
  let own: TestBoard;
  let foreign: TestBoard;
  let item: string;
  let foreignItem: string;
  const sql = () => own.organization.app.sql;
  const keyOf = async (board: TestBoard, key: (id: string) => string, id: string): Promise<string> => {
    const { rows } = await sql().query<{ key: string }>(`select ${key('$2')} as key`, [
      board.organization.id,
      id,
    ]);
    return rows[0]!.key;
  };

  beforeAll(async () => {
    const columns = [{ name: 'Number', type: 'number' }];
    own = await aBoard({ columns });
    foreign = await aBoard({ columns });
    item = await anItem(own);
    foreignItem = await anItem(foreign);
  });

  it('contain the number of the organization', async () => {
    const { rows } = await sql().query<{ number: string; id: string }>(
      'select number, id from organizations where id = any ($1)',
      [[own.organization.id, foreign.organization.id]],
    );
    const numbers = new Map(rows.map(({ number, id }) => [id, BigInt(number)]));
    for (const [board, id] of [
      [own, item],
      [foreign, foreignItem],
    ] as const) {
      const keys = await Promise.all([
        keyOf(board, itemKey, id),
        keyOf(board, groupKey, board.groupIds[0]!),
        keyOf(board, columnKey, board.column('Number')),
      ]);
      const number = numbers.get(board.organization.id);
      expect(keys.map((key) => BigInt(key) >> 40n)).toEqual([number, number, number]);
      expect(new Set(keys).size).toBe(3);
    }
  });

  it('a value in a column of another organization is rejected', async () => {
    const keys = [await keyOf(foreign, columnKey, foreign.column('Number')), await keyOf(own, itemKey, item)];
    const insert =
      'insert into item_values (column_key, item_key, ordinal, rank, number_key) values ($1, $2, 0, 1, 1)';
    await expect(sql().query(insert, keys)).rejects.toMatchObject(CHECK_VIOLATION);
  });

  it('a list of another organization is rejected', async () => {
    const list = await keyOf(foreign, groupKey, foreign.groupIds[0]!);
    const update = 'update items set list = $3 where organization_id = $1 and id = $2';
    await expect(sql().query(update, [own.organization.id, item, list])).rejects.toMatchObject(
      CHECK_VIOLATION,
    );
  });

  it('a group of another organization is rejected', async () => {
    const update = 'update items set group_id = $3 where organization_id = $1 and id = $2';
    await expect(sql().query(update, [own.organization.id, item, foreign.groupIds[0]])).rejects.toMatchObject(
      FOREIGN_KEY_VIOLATION,
    );
  });

  it('an item in a group or under a parent of another organization is rejected', async () => {
    const insert = `
      insert into items (organization_id, id, board_id, group_id, parent_id, name, name_key, values, rank, created_by,
        created_at, updated_at)
      select organization_id, id || 'x', board_id, $3, $4, name, name_key, values, rank, created_by, created_at, updated_at
      from items where organization_id = $1 and id = $2`;
    const into = (groupId: string, parentId: string | null) =>
      sql().query(insert, [own.organization.id, item, groupId, parentId]);
    await expect(into(foreign.groupIds[0]!, null)).rejects.toMatchObject(FOREIGN_KEY_VIOLATION);
    await expect(into(own.groupIds[0]!, foreignItem)).rejects.toMatchObject({
      code: '23502',
      column: 'list',
    });
  });

  it.each(['items', 'groups', 'columns'])('a key of %s never changes', async (table) => {
    const update = `update ${table} set key = key + 1 where organization_id = $1`;
    await expect(sql().query(update, [own.organization.id])).rejects.toMatchObject(INTEGRITY_VIOLATION);
  });
});
