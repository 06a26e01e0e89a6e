import { describe, expect, it } from 'vitest';
import { type ColumnId, newId } from '../../../../../src/kernel/ids';
import { possibleAssignment } from '../../../../../src/modules/notifications/sending/assignments';

describe('possibleAssignment', () => {
  const column = newId('column') as ColumnId;
  const [a, b] = [newId('user'), newId('user')];

  it('names the users who were added', () => {
    expect(possibleAssignment(column, [a, b], [a])).toEqual({ columnId: column, userIds: [b] });
    expect(possibleAssignment(column, [a])).toEqual({ columnId: column, userIds: [a] });
  });

  it.each([
    ['a user who was there', [a], [a]],
    ['a removed user', [], [a]],
    ['an emptied cell', null, [a]],
    ['items', [newId('item')], null],
    ['files', [{ id: a }], null],
    ['text', a, null],
  ])('is null for %s', (_what, value, previous) => {
    expect(possibleAssignment(column, value, previous)).toBeNull();
  });
});
