import { describe, expect, it } from 'vitest';
import {
  isFinalStatus,
  RETRY_DELAYS_MS,
} from '../../../../../src/modules/automations/effects/retry-schedule';

describe('the retries of effects', () => {
  it('wait longer after each failure, in seconds', () => {
    expect(RETRY_DELAYS_MS.map((delay) => delay / 1_000)).toEqual([5, 60, 300, 1_800, 7_200]);
  });

  it.each([301, 307, 400, 401, 404, 410, 422])('end with status %i', (status) => {
    expect(isFinalStatus(status)).toBe(true);
  });

  it.each([408, 409, 425, 429, 500, 502, 503])('go on after status %i', (status) => {
    expect(isFinalStatus(status)).toBe(false);
  });
});
