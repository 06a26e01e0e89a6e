import { describe, expect, it } from 'vitest';
import { plainLine } from '../../../../src/platform/mail/plain-line';

describe('plainLine', () => {
  it.each([
    ['a plain name', 'Ida', 'Ida'],
    ['line breaks', 'Ida\r\nBcc: all@example.com', 'Ida Bcc: all@example.com'],
    ['other breaks', 'a\u2028b\u0085c\u0000d', 'a b c d'],
    ['direction marks', '\u202Efdp.exe\u202C \u2066x\u2069\u200F', 'fdp.exe x'],
    ['spaces', '  a \t  b  ', 'a b'],
  ])('%s', (_what, name, line) => {
    expect(plainLine(name)).toBe(line);
  });

  it('cuts long names between characters', () => {
    expect(plainLine('x'.repeat(500))).toBe(`${'x'.repeat(119)}…`);
    expect(plainLine('🎉'.repeat(500), 3)).toBe('🎉🎉…');
    expect(plainLine('🎉🎉🎉', 3)).toBe('🎉🎉🎉');
  });
});
