import { describe, expect, it } from 'vitest';
import { type BoardId, type ItemId, newId } from '../../../src/kernel/ids';
import { checkEvent } from '../../support/event-check';

const boardId = newId('board') as BoardId;
const itemId = newId('item') as ItemId;
const groupId = newId('group');
const moved = {
  type: 'item.moved',
  boardId,
  itemId,
  data: { groupId, position: 0, previousGroupId: groupId },
};

describe('checkEvent', () => {
  it('accepts what the definition allows', () => {
    expect(() => checkEvent(moved)).not.toThrow();
  });

  it.each([
    ['a name that is not listed', { type: 'item.shaken' }, 'does not list item.shaken'],
    ['a field that is missing', { data: { groupId, position: 0 } }, 'does not fit its schema'],
    ['a field of another type', { data: { ...moved.data, position: '0' } }, 'does not fit its schema'],
    ['a field too many', { data: { ...moved.data, shade: 'a' } }, 'does not fit its schema'],
    ['no item', { itemId: null }, 'is about an item'],
    ['no board', { boardId: null }, 'is about an item'],
  ])('rejects %s', (_what, change, message) => {
    expect(() => checkEvent({ ...moved, ...change })).toThrow(message);
  });

  it('rejects an additional field inside a record', () => {
    const now = '2026-01-01T00:00:00.000Z';
    const group = {
      id: groupId,
      name: 'A',
      color: '#123456',
      position: 0,
      collapsed: false,
      archivedAt: null,
    };
    const data = { group: { ...group, createdAt: now, updatedAt: now } };
    const created = { type: 'group.created', boardId, itemId: null };
    expect(() => checkEvent({ ...created, data })).not.toThrow();
    expect(() => checkEvent({ ...created, data: { group: { ...data.group, rank: 'a' } } })).toThrow(
      'has more than its schema',
    );
  });
});
