import { expect, it } from 'vitest';
import { idOfUuid, newId, uuidOfId } from '../../../src/kernel/ids';

it('a ULID is a UUID and back, in the same order', () => {
  const ids = [
    'itm_00000000000000000000000000',
    'itm_0000000000000000000000000Z',
    ...Array.from({ length: 50 }, () => newId('item')).sort(),
    'itm_7ZZZZZZZZZZZZZZZZZZZZZZZZZ',
  ];
  const uuids = ids.map((id) => uuidOfId(id)!);
  expect(uuids.map((uuid) => idOfUuid('item', uuid))).toEqual(ids);
  expect(uuids.toSorted()).toEqual(uuids);
  expect([uuids[0], uuids.at(-1)]).toEqual([
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ]);
});

it('an id with more than 128 bits has no UUID', () => {
  expect(uuidOfId('itm_80000000000000000000000000')).toBeNull();
});
