import { describe, expect, it } from 'vitest';
import { lifetimeMs } from '../../../../src/modules/tokens/token-lifetime';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe('a token’s lifetime', () => {
  it.each([
    ['1h', HOUR_MS],
    ['12h', 12 * HOUR_MS],
    ['8784h', 366 * DAY_MS],
    ['1d', DAY_MS],
    ['90d', 90 * DAY_MS],
    ['366d', 366 * DAY_MS],
    ['6w', 42 * DAY_MS],
    ['52w', 364 * DAY_MS],
    ['1y', 365 * DAY_MS],
  ])('%s', (text, milliseconds) => expect(lifetimeMs(text)).toBe(milliseconds));

  it.each([
    '',
    'd',
    '90',
    '0d',
    '090d',
    '-1d',
    '+1d',
    '1.5d',
    '1e2d',
    '90 d',
    ' 90d',
    '90d\n',
    '90D',
    '1m',
    '30s',
    '1d12h',
    '367d',
    '8785h',
    '53w',
    '2y',
    '99999999999d',
    '٣d',
  ])('%j is invalid', (text) => expect(lifetimeMs(text)).toBeNull());
});
