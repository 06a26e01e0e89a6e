import { describe, expect, it } from 'vitest';
import { foldCase } from '../../../src/kernel/fold-case';

describe('foldCase', () => {
  it.each([
    ['ΟΔΌΣ', 'οδός'],
    ['ΟΔΌΣ', 'οδόσ'],
    ['ΑΣ', 'ας'],
    ['Straße', 'STRAßE'],
    ['МОСКВА', 'москва'],
  ])('%s is %s', (one, other) => {
    expect(foldCase(one)).toBe(foldCase(other));
  });

  it('a prefix of a text stays one, whatever follows', () => {
    expect(foldCase('ΑΣΦΑΛΕΙΑ').startsWith(foldCase('ΑΣ'))).toBe(true);
  });
});
