import superjson from 'superjson';
import { describe, expect, it } from 'vitest';
import { withoutUndefined } from '../../../src/rpc/undefined-values';

/** What arrives of a value that a client gave to superjson. */
function sent(value: unknown): unknown {
  const { json, meta } = JSON.parse(superjson.stringify(value)) as { json: unknown; meta?: unknown };
  return withoutUndefined(json, meta);
}

describe('withoutUndefined', () => {
  it.each([
    [undefined, undefined],
    [null, null],
    [
      { a: undefined, b: null, c: 1 },
      { b: null, c: 1 },
    ],
    [{ a: { b: undefined, c: { d: undefined, e: null } } }, { a: { c: { e: null } } }],
    [{ 'a.b': undefined, a: { b: 1 } }, { a: { b: 1 } }],
    [
      { 'a.b': 1, a: { b: undefined } },
      { 'a.b': 1, a: {} },
    ],
    [{ 'back\\slash.': undefined, k: 1 }, { k: 1 }],
    [{ list: [1, undefined, { a: undefined }] }, { list: [1, null, {}] }],
    [{ at: new Date(0), gone: undefined }, { at: '1970-01-01T00:00:00.000Z' }],
    [{ set: new Set([1]), gone: undefined }, { set: [1] }],
  ])('%j is parsed as %j', (value, arrived) => expect(sent(value)).toEqual(arrived));

  it('removes only null values, and nothing that does not exist', () => {
    const input = { a: 1, b: null };
    expect(
      withoutUndefined(input, { values: { a: ['undefined'], x: ['undefined'], 'y.z': ['undefined'] } }),
    ).toBe(input);
    expect(input).toEqual({ a: 1, b: null });
  });

  it.each<unknown>([
    null,
    5,
    'values',
    [],
    { values: null },
    { values: 'undefined' },
    { values: [] },
    { values: { b: 'undefined' } },
    { values: { '': ['undefined'] } },
    { values: { '__proto__.b': ['undefined'], constructor: ['undefined'], 'toString.call': ['undefined'] } },
    { values: [['undefined'], { b: [['undefined']] }] },
  ])('takes a nonsense of %j in its stride', (meta) => {
    expect(withoutUndefined({ a: 1, b: null }, meta)).toEqual({ a: 1, b: null });
  });

  it('ignores marks that are deeper than any input', () => {
    const long = 'a.'.repeat(500_000);
    const marks = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, index) => [`k${index}`, ['undefined']]),
    );
    // Comparing each mark with the long path takes minutes.
    const began = performance.now();
    expect(withoutUndefined({ b: null }, { values: { [long]: marks, b: ['undefined'] } })).toEqual({});
    expect(performance.now() - began).toBeLessThan(30_000);
  });
});
