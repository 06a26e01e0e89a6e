import { describe, expect, it } from 'vitest';
import { naturalKey, NATURAL_KEY_MAX_LENGTH } from '../../../../src/column-types/kinds/natural-key';

/** As COLLATE "C" compares: by UTF-8 bytes. */
const inOrder = (texts: string[]) =>
  texts.toSorted((a, b) => Buffer.compare(Buffer.from(naturalKey(a)), Buffer.from(naturalKey(b))));

describe('naturalKey', () => {
  it.each([
    [['item 1', 'Item 2', 'item 10', 'ITEM 11', 'item 100']],
    [['1', '2', '10', '99', '100', '10000000000000000000000']],
    [['v1.2', 'v1.10', 'v2.0']],
    [['a', 'a1', 'a2', 'aa', 'b']],
    [['Äpfel', 'apfel 2', 'Apfel 10', 'Birne']],
    [['file9a', 'file9b', 'file10a']],
    [['', ' ', '0', '1', 'a', 'я', '日本', '🎉']],
  ])('orders %j', (texts) => {
    expect(inOrder(texts.toReversed())).toEqual(texts);
  });

  it.each([
    ['ÉCOLE', 'ecole'],
    ['e\u0301cole', 'école'],
    ['İstanbul', 'istanbul'],
    ['item 007', 'item 7'],
    ['Ω', 'ω'],
  ])('folds %s and %s together', (a, b) => {
    expect(naturalKey(a)).toBe(naturalKey(b));
  });

  it('keeps the vowels of scripts whose vowels are marks', () => {
    expect(naturalKey('की')).not.toBe(naturalKey('का'));
    expect(naturalKey('が')).not.toBe(naturalKey('か'));
  });

  it('is at most 200 characters and never half a character', () => {
    const texts = [
      'x'.repeat(100_000),
      '🎉'.repeat(500),
      `x${'🎉'.repeat(500)}`,
      'ǘ'.repeat(500),
      '각'.repeat(500),
      '1a'.repeat(500),
      `${'x'.repeat(199)}🎉`,
      '1'.repeat(1_000),
    ];
    for (const text of texts) {
      const key = naturalKey(text);
      expect(key.length).toBeLessThanOrEqual(NATURAL_KEY_MAX_LENGTH);
      expect(key.length).toBeGreaterThanOrEqual(NATURAL_KEY_MAX_LENGTH - 1);
      expect(Buffer.from(key).toString()).toBe(key);
    }
  });
});
