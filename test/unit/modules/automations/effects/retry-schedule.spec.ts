import { describe, expect, it } from 'vitest';
import { isFinalStatus, retryDelayMs } from '../../../../../src/modules/automations/effects/retry-schedule';

describe('the retries of effects', () => {
  it('wait longer after each failure, with jitter, and end after the sixth attempt', () => {
    const delays = [1, 2, 3, 4, 5, 6].map((failures) => retryDelayMs(failures, 0));
    expect(delays).toEqual([5_000, 60_000, 300_000, 1_800_000, 7_200_000, null]);
    expect(retryDelayMs(1, 0.999)).toBeLessThan(5_501);
  });

  it.each([301, 307, 400, 401, 404, 410, 422])('end with status %i', (status) => {
    expect(isFinalStatus(status)).toBe(true);
  });

  it.each([408, 409, 425, 429, 500, 502, 503])('go on after status %i', (status) => {
    expect(isFinalStatus(status)).toBe(false);
  });
});
