import { describe, expect, it } from 'vitest';
import { retryAfterMs, retryDelayMs } from '../../../../../src/modules/webhooks/sending/retry-schedule';

describe('retryDelayMs', () => {
  it.each([
    [1, 5],
    [2, 300],
    [3, 1_800],
    [4, 7_200],
    [5, 18_000],
    [6, 36_000],
    [7, 36_000],
  ])('after failure %i: %i seconds, and up to a tenth more', (failures, seconds) => {
    expect(retryDelayMs(failures, null, 0)).toBe(seconds * 1_000);
    expect(retryDelayMs(failures, null, 0.999)).toBeLessThanOrEqual(seconds * 1_100);
    expect(retryDelayMs(failures, null, 0.5)).toBe(seconds * 1_050);
  });

  it('ends after the eighth attempt', () => {
    expect(retryDelayMs(8, null, 0)).toBeNull();
    expect(retryDelayMs(8, 60_000, 0)).toBeNull();
  });

  it('is never shorter than what the receiver asks for, up to a day', () => {
    expect(retryDelayMs(1, 60_000, 0)).toBe(60_000);
    expect(retryDelayMs(2, 60_000, 0)).toBe(300_000);
    expect(retryDelayMs(1, 1e12, 0)).toBe(86_400_000);
  });
});

describe('retryAfterMs', () => {
  const now = Date.parse('2026-11-21T10:00:00Z');
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Sat, 21 Nov 2026 10:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['-5', null],
    ['soon', null],
    ['1e9', null],
    ['99999999999999', null],
    ['', null],
    [undefined, null],
  ])('%s', (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });
});
