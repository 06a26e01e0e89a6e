import { describe, expect, it } from 'vitest';
import { localTimeOf, timestampOf } from '../../../../../src/modules/forms/page/local-time';

const BERLIN = 'Europe/Berlin';

describe('local times of the page of a form', () => {
  it.each([
    ['2026-01-15T09:30', '2026-01-15T08:30:00.000Z'],
    ['2026-07-15T09:30', '2026-07-15T07:30:00.000Z'],
    [' 2026-07-15T09:30:15 ', '2026-07-15T07:30:15.000Z'],
    // Skipped by daylight saving time, and repeated by it.
    ['2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
  ])('%s becomes %s', (local, timestamp) => {
    expect(timestampOf(local, BERLIN)).toBe(timestamp);
  });

  it.each([
    '',
    '2026-01-15',
    '2026-02-30T10:00',
    '2026-13-01T10:00',
    '2026-01-15T25:00',
    'tomorrow',
    '0000-01-01T00:00',
    '0001-01-01T00:00',
  ])('%j stays as it is, for the rules of the field', (text) => {
    expect(timestampOf(text, BERLIN)).toBe(text);
  });

  it.each([
    ['2026-01-15T08:30:00.000Z', '2026-01-15T09:30'],
    ['2026-01-15T08:30:00+05:00', '2026-01-15T04:30'],
    ['2026-01-15', '2026-01-15T00:00'],
    ['2026-01-15T08:30', '2026-01-15T08:30'],
    ['9999-12-31T23:30:00Z', '9999-12-31T23:30:00Z'],
  ])('%s is shown as %s', (stored, local) => {
    expect(localTimeOf(stored, BERLIN)).toBe(local);
  });
});
