import { describe, expect, it } from 'vitest';
import { inputDigest } from '../../../src/rpc/input-digest';

describe('inputDigest', () => {
  it.each<[unknown, unknown]>([
    [
      { a: 1, b: { c: 2, d: [3] } },
      { b: { d: [3], c: 2 }, a: 1 },
    ],
    [undefined, {}],
    [null, {}],
  ])('%j and %j are one input', (one, other) => expect(inputDigest(one)).toBe(inputDigest(other)));

  it.each<[unknown, unknown]>([
    [{ a: 1 }, { a: '1' }],
    [{ a: 1 }, { a: 1, b: null }],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ a: { b: 1 } }, { 'a.b': 1 }],
    [[], {}],
  ])('%j and %j are two', (one, other) => expect(inputDigest(one)).not.toBe(inputDigest(other)));
});
