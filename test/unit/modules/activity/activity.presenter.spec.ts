import { describe, expect, it } from 'vitest';
import type { BoardId, GroupId } from '../../../../src/kernel/ids';
import { boardsOf, presentEntries } from '../../../../src/modules/activity/activity.presenter';
import type { ActivityRow } from '../../../../src/modules/activity/activity.read-model';
import type { BoardFacts } from '../../../../src/modules/hierarchy';

const TEXT = 'col_0000000000000000000000000A';
const GONE = 'col_0000000000000000000000000B';
const THERE = 'there' as BoardId;
const [ONE, TWO] = ['one' as GroupId, 'two' as GroupId];

/** What presenting asks of a board. */
function aBoardCalled(id: string, groups: [string, string][] = []): BoardFacts {
  const columns = [{ id: TEXT, type: 'text', config: {} }];
  return { id, columns, groupsById: new Map(groups.map(([at, name]) => [at, { name }])) } as never;
}

function aRow(given: Partial<ActivityRow>): ActivityRow {
  return {
    id: 'act_1' as never,
    action: 'value.changed',
    boardId: 'here' as BoardId,
    itemId: null,
    itemName: null,
    createdAt: '2026-11-21T09:00:00.000Z',
    actor: null,
    details: {},
    values: null,
    value: null,
    previousValue: null,
    ...given,
  };
}

const here = aBoardCalled('here', [['one', 'One']]);
const there = aBoardCalled('there', [['two', 'Two']]);

function shown(given: Partial<ActivityRow>, ...boards: BoardFacts[]) {
  const [entry] = presentEntries([aRow(given)], new Map(boards.map((board) => [board.id, board])));
  return entry;
}

describe('an entry', () => {
  it('shows both values of an existing column', () => {
    const given = {
      details: { columnId: TEXT },
      value: `{"${TEXT}": "a"}`,
      previousValue: `{"${TEXT}": null}`,
    };
    expect(shown(given, here)).toMatchObject({ columnId: TEXT, value: 'a', previousValue: null });
  });

  it('omits the values of a deleted column', () => {
    const given = { details: { columnId: GONE }, value: `{"${GONE}": 1}`, previousValue: `{"${GONE}": 2}` };
    const entry = shown(given, here);
    expect(entry).toMatchObject({ columnId: GONE });
    expect(entry).not.toHaveProperty('value');
    expect(entry).not.toHaveProperty('previousValue');
  });

  it('omits deleted columns from an item’s first values', () => {
    const given = { action: 'item.created', values: `{"${TEXT}": "a", "${GONE}": {"b": 1}}` };
    expect(shown(given, here)).toMatchObject({ values: { [TEXT]: 'a' } });
  });

  it('names groups, and those of another board only to users who see it', () => {
    const given = {
      action: 'item.moved',
      details: { groupId: ONE, position: 3, previousGroupId: TWO, previousBoardId: THERE },
    };
    expect(shown(given, here, there)).toMatchObject({
      group: { id: 'one', name: 'One' },
      previousGroup: { id: 'two', name: 'Two' },
      previousBoardId: 'there',
      position: 3,
    });
    const entry = shown(given, here);
    expect(entry).not.toHaveProperty('previousGroup');
    expect(entry).not.toHaveProperty('previousBoardId');
  });

  it('of a hidden board shows only that it exists', () => {
    const given = { details: { name: 'secret', columnId: TEXT }, value: `{"${TEXT}": "secret"}` };
    const entry = shown(given, there);
    expect(entry).toMatchObject({ id: 'act_1', boardId: null });
    expect(JSON.stringify(entry)).not.toContain('secret');
  });

  it('shows records of an event by id and name', () => {
    const column = { id: TEXT, name: 'Words', type: 'text', config: { secret: true } };
    expect(shown({ action: 'column.created', details: { column } }, here)).toMatchObject({
      column: { id: TEXT, name: 'Words' },
    });
  });
});

it('shows its board, and the one that an item came from', () => {
  expect(boardsOf(aRow({}))).toEqual(['here']);
  expect(boardsOf(aRow({ details: { previousBoardId: THERE } }))).toEqual(['here', 'there']);
});
