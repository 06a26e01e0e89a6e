import { describe, expect, it } from 'vitest';
import { changedFields } from '../../../../src/access/audit/changed-fields';

describe('changedFields', () => {
  const record = { name: 'A', scopes: ['read'], settings: { on: true }, note: null };

  it('all fields of a created or deleted record', () => {
    expect(changedFields(null, record)).toEqual({ after: record });
    expect(changedFields(record, null)).toEqual({ before: record });
    expect(changedFields(null, null)).toEqual({});
  });

  it('the changed fields of an updated one', () => {
    const after = { ...record, scopes: ['read', 'write'], note: 'B' };
    expect(changedFields(record, after)).toEqual({
      before: { scopes: ['read'], note: null },
      after: { scopes: ['read', 'write'], note: 'B' },
    });
  });

  it('no fields that are equal by value', () => {
    expect(changedFields(record, structuredClone(record))).toEqual({});
  });
});
