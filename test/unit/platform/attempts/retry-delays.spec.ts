import { describe, expect, it } from 'vitest';
import { clock } from '../../../../src/kernel/clock';
import { nextAttemptAt, retryDelayMs } from '../../../../src/platform/attempts/retry-delays';

const DELAYS = [5_000, 60_000];

describe('retryDelayMs', () => {
  it('is the delay after the failure, and up to a tenth more', () => {
    expect([1, 2].map((failures) => retryDelayMs(DELAYS, failures, { random: 0 }))).toEqual(DELAYS);
    expect(retryDelayMs(DELAYS, 1, { random: 0.5 })).toBe(5_250);
    expect(retryDelayMs(DELAYS, 1, { random: 0.999 })).toBeLessThanOrEqual(5_500);
  });

  it('is null after the last attempt, whatever the receiver asks for', () => {
    expect(retryDelayMs(DELAYS, 3, { random: 0 })).toBeNull();
    expect(retryDelayMs(DELAYS, 3, { leastMs: 60_000, random: 0 })).toBeNull();
  });

  it('is never shorter than what the receiver asks for', () => {
    expect(retryDelayMs(DELAYS, 1, { leastMs: 30_000, random: 0 })).toBe(30_000);
    expect(retryDelayMs(DELAYS, 2, { leastMs: 30_000, random: 0 })).toBe(60_000);
  });
});

describe('nextAttemptAt', () => {
  it('is now and the delay', () => {
    const now = clock.nowMs();
    const delay = nextAttemptAt(DELAYS, 1)!.getTime() - now;
    expect(delay).toBeGreaterThanOrEqual(5_000);
    expect(nextAttemptAt(DELAYS, 3)).toBeNull();
  });
});
