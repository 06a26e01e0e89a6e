import { describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import { NOTHING_LOADED } from '../../../../src/column-types/column-type';
import { aColumn, ALL_LOADED, fileRecord, refusal, refusedPath } from '../column-builder';

const [ann, ben] = [newId('user'), newId('user')];
const [one, two] = [newId('item'), newId('item')];
const [a, b] = [newId('file'), newId('file')];

describe('people', () => {
  const column = aColumn('people');

  it('accepts one id or several, each once, in their order', () => {
    expect(column.parse(ann)).toEqual([ann]);
    expect(column.parse([ben, ann, ben])).toEqual([ben, ann]);
    expect(column.parse([])).toBeNull();
  });

  it('rejects an invalid user id', () => {
    for (const input of [
      '',
      'ann',
      one,
      [ann, one],
      [ann, null],
      [[ann]],
      { id: ann },
      ann.toLowerCase(),
      5,
    ]) {
      expect(column.refusal(input)).toBe('Must be an array of user ids');
    }
    expect(column.refusal(`${ann}\n`)).toBe('Must be an array of user ids');
    expect(column.refusal(Array(1_001).fill(ann))).toBe('Must be at most 1000 ids');
  });

  it('accepts several unless multiple is false', () => {
    expect(column.config).toEqual({ multiple: true });
    const single = aColumn('people', { multiple: false });
    expect(single.parse([ann])).toEqual([ann]);
    expect(single.parse([ann, ann])).toEqual([ann]);
    expect(single.refusal([ann, ben])).toBe('This column accepts only one user');
    expect(refusedPath('people', { multiple: 1 })).toBe('multiple');
  });

  it('sorts by the first name and can be found by each person', () => {
    const loaded = { ...NOTHING_LOADED, memberName: (id: string) => (id === ann ? 'Änn 2' : 'Ben') };
    expect(column.type.indexEntries([ann, ben], column.config, loaded)).toEqual([
      { ordinal: 0, numberKey: null, textKey: 'ann 0012', ref: ann },
      { ordinal: 1, numberKey: null, textKey: null, ref: ben },
    ]);
  });

  it('reads as names where they are loaded', () => {
    const loaded = { ...NOTHING_LOADED, memberName: (id: string) => (id === ann ? 'Ann' : undefined) };
    expect(column.type.toText([ann, ben], column.config, loaded)).toBe(`Ann, ${ben}`);
    expect(column.text([ann])).toBe(ann);
  });

  it('requires its members', () => {
    expect(column.type.references([ann, ben])).toEqual({ noun: 'member', ids: [ann, ben] });
  });
});

describe.each(['link', 'dependency'] as const)('%s', (name) => {
  const column = aColumn(name);

  it('accepts one item id or several, each once', () => {
    expect(column.parse(one)).toEqual([one]);
    expect(column.parse([two, one, two])).toEqual([two, one]);
    expect(column.parse([])).toBeNull();
    expect(column.refusal([ann])).toBe('Must be an array of item ids');
    expect(column.refusal(Array(1_001).fill(one))).toBe('Must be at most 1000 ids');
  });

  it('sorts by the number of items and can be found by each', () => {
    expect(column.index([two, one])).toEqual([
      { ordinal: 0, numberKey: 2, textKey: null, ref: two },
      { ordinal: 1, numberKey: null, textKey: null, ref: one },
    ]);
    expect(column.type.references([two, one])).toEqual({ noun: 'item', ids: [two, one] });
  });
});

describe('the config of link', () => {
  it('can name boards, each once', () => {
    const [x, y] = [newId('board'), newId('board')];
    expect(aColumn('link').config).toEqual({});
    expect(aColumn('link', { boardIds: [x, y, x] }).config).toEqual({ boardIds: [x, y] });
    expect(refusedPath('link', { boardIds: [x, one] })).toBe('boardIds.1');
    expect(refusedPath('link', { boardIds: x })).toBe('boardIds');
  });
});

describe('file', () => {
  const column = aColumn('file');

  it('accepts ids and records, and of a record only the id', () => {
    expect(column.parse(a)).toEqual([a]);
    expect(column.parse([b, { ...fileRecord(a), name: 'other.exe', url: 'javascript:1' }])).toEqual([b, a]);
    expect(column.parse([a, fileRecord(a)])).toEqual([a]);
    expect(column.parse(fileRecord(a))).toEqual([a]);
    expect(column.parse([])).toBeNull();
  });

  it('rejects other objects', () => {
    for (const input of [{ url: 'x' }, { ...fileRecord(a), path: 'x' }, { id: [a] }, [null], [[a]], 'x']) {
      expect(column.refusal(input)).toBe('Must be an array of file ids');
    }
  });

  it('keeps the loaded records unchanged', () => {
    const parsed = column.parse([a, b])!;
    expect(column.type.references(parsed)).toEqual({ noun: 'file', ids: [a, b] });
    const stored = column.type.resolve!(parsed, ALL_LOADED);
    expect(stored).toEqual([fileRecord(a), fileRecord(b)]);
    expect(column.present(stored)).toEqual(stored);
    expect(column.type.references(stored)).toEqual({ noun: 'file', ids: [a, b] });
    expect(column.text(stored)).toBe(`${a}.png, ${b}.png`);
  });

  it('rejects a file that was not loaded', () => {
    expect(refusal(() => column.type.resolve!([a], NOTHING_LOADED))).toBe('No such file');
  });

  it('keeps records that are already complete, as in copies of items', () => {
    expect(column.type.resolve!([fileRecord(a)], NOTHING_LOADED)).toEqual([fileRecord(a)]);
  });

  it('is equal by its ids, before and after it is resolved', () => {
    expect(column.type.equals([a], [fileRecord(a)])).toBe(true);
    expect(column.type.equals([a, b], [b, a])).toBe(false);
  });

  it('sorts by the number of files', () => {
    expect(column.index([fileRecord(a), fileRecord(b)])).toEqual([
      { ordinal: 0, numberKey: 2, textKey: null, ref: a },
      { ordinal: 1, numberKey: null, textKey: null, ref: b },
    ]);
  });
});
