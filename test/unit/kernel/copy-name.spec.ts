import { describe, expect, it } from 'vitest';
import { copyName } from '../../../src/kernel/copy-name';

describe('copyName', () => {
  it.each([
    ['Plan', 100, 'Plan (Copy)'],
    ['x'.repeat(93), 100, `${'x'.repeat(93)} (Copy)`],
    ['x'.repeat(94), 100, `${'x'.repeat(93)} (Copy)`],
    [`${'x'.repeat(80)}   the rest that does not fit any more`, 90, `${'x'.repeat(80)} (Copy)`],
    ['Plan (Copy)', 500, 'Plan (Copy) (Copy)'],
  ])('%s in %d characters', (original, max, copy) => {
    expect(copyName(original, max)).toBe(copy);
  });

  it('never cuts a character in two', () => {
    const copy = copyName('😀'.repeat(50), 100);
    expect(copy).toBe(`${'😀'.repeat(46)} (Copy)`);
    expect(copy.isWellFormed()).toBe(true);
  });
});
