import { describe, expect, it } from 'vitest';
import { copyToExtend, type PreparedValues } from '../../../../../src/modules/columns/values/prepared-values';
import { addEntries, noEntries } from '../../../../../src/modules/stored-values';

describe('copyToExtend', () => {
  it('returns an equal copy, and what the copy gets is not in the original', () => {
    const prepared: PreparedValues = {
      set: { col_a: 1 },
      cleared: ['col_b'],
      touched: ['col_a', 'col_b'],
      entries: noEntries(),
      needsSweep: false,
    };
    addEntries(prepared.entries, '1' as never, [{ ordinal: 0, numberKey: 1, textKey: null, ref: null }]);
    const before = structuredClone(prepared);
    const copy = copyToExtend(prepared);
    expect(copy).toEqual(before);
    copy.set['col_c'] = 2;
    copy.cleared.push('col_d');
    copy.touched.push('col_c', 'col_d');
    addEntries(copy.entries, '2' as never, [{ ordinal: 0, numberKey: 2, textKey: null, ref: null }]);
    copy.needsSweep = true;
    expect(prepared).toEqual(before);
  });
});
