import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import type { ListedItem } from '../../support/item-lists';
import { columnKey, groupKey } from '../../support/record-keys';

const ITEMS = 1_500;

interface Expected {
  name: string;
  group: number;
  at: number;
  number: number | null;
  text: string | null;
}

/**
 * Sorted lists of several groups: filtered pages come from windows of all groups (decision 0050), pages of many groups from
 * the first entries of each (decision 0104).
 */
describe.each([3, 40])('items.list of %i groups, sorted', (groups) => {
  let board: TestBoard;
  let items: Expected[];

  beforeAll(async () => {
    board = await aBoard({
      groups: Array.from({ length: groups }, (_, at) => `Group ${at}`),
      columns: [
        { name: 'Number', type: 'number' },
        { name: 'Text', type: 'text' },
      ],
    });
    // Most of the first keys are in the last group, and a third of all items share one key.
    items = Array.from({ length: ITEMS }, (_, at) => ({
      name: `${at}`,
      group: at % 7 === 0 ? 0 : at < 700 ? groups - 1 : at % groups,
      at,
      number: at % 10 === 9 ? null : at % 3 === 0 ? 500 : at,
      text: at % 10 === 9 ? null : `t${at % 40}`,
    }));
    const { app, id, owner } = board.organization;
    const [number, text] = [board.column('Number'), board.column('Text')];
    await app.sql.query(
      `insert into items (organization_id, id, board_id, group_id, name, name_key, values, rank, created_by, created_at,
         updated_at)
       select $1, 'itm_' || substr($4, 5, 16) || lpad(at::text, 10, '0'), $2, group_id, name, lpad(name, 6, '0'),
         jsonb_strip_nulls(jsonb_build_object($6::text, number, $7::text, value)), nextval('item_ranks'), $3, now(), now()
       from rows from (jsonb_to_recordset($5) as (name text, group_id text, number int, value text)) with ordinality
         as given (name, group_id, number, value, at)`,
      [
        id,
        board.id,
        owner.userId,
        newId('item'),
        JSON.stringify(
          items.map(({ name, group, number: value, text: word }) => ({
            name,
            group_id: board.groupIds[group],
            number: value,
            value: word,
          })),
        ),
        number,
        text,
      ],
    );
    await app.sql.query(
      `insert into item_values (column_key, item_key, ordinal, lane, rank, number_key, text_key)
       select ${columnKey('kind.id')}, items.key, 0, lane, rank, case kind.at when 1 then (items.values ->> $3)::float8 end,
         case kind.at when 2 then items.values ->> $4 end
       from items cross join unnest(array[$3::text, $4]) with ordinality as kind (id, at)
       where items.organization_id = $1 and items.board_id = $2 and items.values ? kind.id`,
      [id, board.id, number, text],
    );
    for (const groupId of board.groupIds) {
      await app.sql.query(`select item_lane_rebuild(p_lane => ${groupKey('$2')})`, [id, groupId]);
    }
  });

  /** Names of all pages, `name@position`. */
  async function walk(input: object, limit: number): Promise<string[]> {
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const { status, data } = await board.organization.owner.client.query('items.list', {
        boardId: board.id,
        limit,
        ...input,
        ...(cursor === undefined ? {} : { cursor }),
      });
      expect(status, JSON.stringify(data)).toBe(200);
      names.push(...data.items.map(({ name, position }: ListedItem) => `${name}@${position}`));
      cursor = data.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return names;
  }

  const byPlace = (a: Expected, b: Expected) => a.group - b.group || a.at - b.at;

  function expected(
    keep: (item: Expected) => boolean,
    key: (item: Expected) => number | string | null,
    sign: number,
  ): string[] {
    const positions = new Map<Expected, number>();
    const counts = Array.from({ length: groups }, () => 0);
    for (const item of items.toSorted(byPlace)) positions.set(item, counts[item.group]!++);
    const compare = (a: Expected, b: Expected): number => {
      const [one, other] = [key(a), key(b)];
      if (one === other) return byPlace(a, b);
      if (one === null || other === null) return one === null ? 1 : -1;
      return one < other ? -sign : sign;
    };
    return items
      .filter(keep)
      .toSorted(compare)
      .map((item) => `${item.name}@${positions.get(item)}`);
  }

  // Inside an `or` no index narrows a condition: the list's own order is walked.
  const walked = (condition: object) => [{ or: [condition] }];

  it.each([
    ['asc', 1],
    ['desc', -1],
  ] as const)('by number, %s', async (sortDir, sign) => {
    const [sortBy, text] = [board.column('Number'), board.column('Text')];
    const often = walked({ columnId: text, operator: 'is_not', value: 't1' });
    expect(await walk({ sortBy, sortDir, filters: often }, 200)).toEqual(
      expected(
        (item) => item.text !== 't1',
        (item) => item.number,
        sign,
      ),
    );
    const rarely = walked({ columnId: 'name', operator: 'ends_with', value: '77' });
    expect(await walk({ sortBy, sortDir, filters: rarely }, 2)).toEqual(
      expected(
        (item) => item.name.endsWith('77'),
        (item) => item.number,
        sign,
      ),
    );
  });

  it.each([
    ['asc', 1],
    ['desc', -1],
  ] as const)('by text and by name, %s', async (sortDir, sign) => {
    const filters = walked({ columnId: board.column('Number'), operator: 'gt', value: 498 });
    const keep = (item: Expected) => (item.number ?? 0) > 498;
    expect(await walk({ sortBy: board.column('Text'), sortDir, filters }, 150)).toEqual(
      expected(keep, (item) => item.text, sign),
    );
    expect(await walk({ sortBy: 'name', sortDir, filters }, 150)).toEqual(
      expected(keep, (item) => item.name.padStart(6, '0'), sign),
    );
  });

  it.each([
    ['asc', 1],
    ['desc', -1],
  ] as const)('without a filter, %s', async (sortDir, sign) => {
    const all = () => true;
    for (const limit of [7, 50, 200]) {
      expect(await walk({ sortBy: board.column('Number'), sortDir }, limit)).toEqual(
        expected(all, (item) => item.number, sign),
      );
      expect(await walk({ sortBy: board.column('Text'), sortDir }, limit)).toEqual(
        expected(all, (item) => item.text, sign),
      );
    }
    expect(await walk({ sortBy: 'name', sortDir }, 50)).toEqual(
      expected(all, (item) => item.name.padStart(6, '0'), sign),
    );
    // All have one key: the order is the order of the groups.
    expect(await walk({ sortBy: 'createdAt', sortDir }, 50)).toEqual(expected(all, () => 0, sign));
  });

  it('without values', async () => {
    const filters = walked({ columnId: board.column('Number'), operator: 'gt', value: 9_999 });
    expect(await walk({ sortBy: board.column('Number'), filters }, 50)).toEqual([]);
  });
});
