import { describe, expect, it } from 'vitest';
import { changedFields } from '../../../../src/access/audit/changed-fields';

describe('changedFields', () => {
  const record = { name: 'A', scopes: ['read'], settings: { on: true }, note: null };

  it('all of what came or went', () => {
    expect(changedFields(null, record)).toEqual({ after: record });
    expect(changedFields(record, null)).toEqual({ before: record });
    expect(changedFields(null, null)).toEqual({});
  });

  it('of what stayed, the fields that are others now', () => {
    const after = { ...record, scopes: ['read', 'write'], note: 'B' };
    expect(changedFields(record, after)).toEqual({
      before: { scopes: ['read'], note: null },
      after: { scopes: ['read', 'write'], note: 'B' },
    });
  });

  it('nothing of what is the same by value', () => {
    expect(changedFields(record, structuredClone(record))).toEqual({});
  });
});
