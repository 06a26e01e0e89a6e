import { describe, expect, it } from 'vitest';
import { slipsAllowed, wordDistance } from '../../../../../src/modules/search/text/word-distance';

describe('wordDistance', () => {
  it.each([
    ['report', 'report', 0],
    ['reprt', 'report', 1],
    ['repport', 'report', 1],
    ['repart', 'report', 1],
    ['rpeort', 'report', 1],
    ['baord', 'board', 1],
    ['quatrely', 'quarterly', 2],
    ['', 'ab', 2],
  ])('%s and %s: %i', (one, other, distance) => {
    expect(wordDistance(one, other, 2)).toBe(distance);
    expect(wordDistance(other, one, 2)).toBe(distance);
  });

  it('returns one more than the limit for anything further away', () => {
    expect(wordDistance('report', 'budget', 2)).toBe(3);
    expect(wordDistance('re', 'report', 1)).toBe(2);
    expect(wordDistance('abcdef', 'fedcba', 1)).toBe(2);
  });

  it('allows typing errors by length', () => {
    expect(['abc', 'abcd', 'abcdef', 'abcdefg'].map(slipsAllowed)).toEqual([0, 1, 1, 2]);
  });
});
