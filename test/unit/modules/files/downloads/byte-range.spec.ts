import { describe, expect, it } from 'vitest';
import { byteRange } from '../../../../../src/modules/files/downloads/byte-range';

describe('byteRange', () => {
  it.each([
    [undefined, 10, null],
    ['bytes=0-3', 10, { start: 0, end: 3 }],
    ['bytes=4-', 10, { start: 4, end: 9 }],
    ['bytes=-3', 10, { start: 7, end: 9 }],
    ['bytes=-30', 10, { start: 0, end: 9 }],
    ['bytes=9-30', 10, { start: 9, end: 9 }],
    ['bytes=10-', 10, 'unsatisfiable'],
    ['bytes=-0', 10, 'unsatisfiable'],
    ['bytes=0-0', 0, 'unsatisfiable'],
    ['bytes=-1', 0, 'unsatisfiable'],
    ['bytes=99999999999999999999-', 10, 'unsatisfiable'],
    // Ignored: malformed, several, another unit.
    ['bytes=5-2', 10, null],
    ['bytes=-', 10, null],
    ['bytes=0-1,3-4', 10, null],
    ['items=0-1', 10, null],
    ['bytes=a-b', 10, null],
  ] as const)('%s of %i bytes', (header, size, expected) => {
    expect(byteRange(header, size)).toEqual(expected);
  });
});
