import { describe, expect, it } from 'vitest';
import { isoTimestamp } from '../../../../src/platform/database/timestamp';

describe('a timestamp of PostgreSQL', () => {
  it.each([
    ['2026-11-21 09:11:25+00', '2026-11-21T09:11:25.000Z'],
    ['2026-11-21 09:11:25.1+00', '2026-11-21T09:11:25.100Z'],
    ['2026-11-21 09:11:25.12+00', '2026-11-21T09:11:25.120Z'],
    ['2026-11-21 09:11:25.123+00', '2026-11-21T09:11:25.123Z'],
    ['2026-11-21 09:11:25.1239+00', '2026-11-21T09:11:25.123Z'],
    ['2026-11-21 09:11:25.123999+00', '2026-11-21T09:11:25.123Z'],
  ])('%s is %s', (text, iso) => {
    expect(isoTimestamp(text)).toBe(iso);
  });
});
