import { describe, expect, it } from 'vitest';
import { RETRY_DELAYS_MS, retryAfterMs } from '../../../../../src/modules/webhooks/sending/retry-schedule';

describe('the retries of deliveries', () => {
  it('are those of the contract, in seconds', () => {
    expect(RETRY_DELAYS_MS.map((delay) => delay / 1_000)).toEqual([
      5, 300, 1_800, 7_200, 18_000, 36_000, 36_000,
    ]);
  });
});

describe('retryAfterMs', () => {
  const now = Date.parse('2026-11-21T10:00:00Z');
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Sat, 21 Nov 2026 10:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['Tue, 01 Dec 2026 10:00:00 GMT', 86_400_000],
    ['999999999', 86_400_000],
    ['-5', 0],
    ['soon', 0],
    ['1e9', 0],
    ['99999999999999', 0],
    ['', 0],
    [undefined, 0],
  ])('%s', (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });
});
