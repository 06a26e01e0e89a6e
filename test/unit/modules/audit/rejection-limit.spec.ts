import { describe, expect, it } from 'vitest';
import { RejectionLimit } from '../../../../src/modules/audit/rejection-limit';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe('RefusalLimit', () => {
  const admitted = (limit: RejectionLimit<string>, kind: string, times: number, at = 0) =>
    Array.from({ length: times }, () => limit.admits('org', kind, kind, at)).filter(Boolean).length;

  it('admits ten of a kind, counts the others, and reports them after a minute', () => {
    const limit = new RejectionLimit<string>();
    expect(admitted(limit, 'one', 30)).toBe(10);
    expect(admitted(limit, 'two', 5)).toBe(5);
    expect(limit.take(MINUTE - 1)).toEqual([]);
    expect(limit.take(MINUTE)).toEqual([{ entry: 'one', count: 20 }]);
    expect(limit.take(MINUTE)).toEqual([]);
  });

  it('admits one more for each minute that has passed, and ten again after ten', () => {
    const limit = new RejectionLimit<string>();
    expect(admitted(limit, 'one', 10)).toBe(10);
    expect(admitted(limit, 'one', 5, 2 * MINUTE)).toBe(2);
    expect(limit.take(3 * MINUTE)).toEqual([{ entry: 'one', count: 3 }]);
    expect(admitted(limit, 'one', 20, 13 * MINUTE)).toBe(10);
  });

  it('admits two hundred of an organization together, and reports the others as one', () => {
    const limit = new RejectionLimit<string>();
    let count = 0;
    for (let at = 0; at < 10_000; at += 1) count += admitted(limit, `address ${at}`, 1);
    expect(count).toBe(200);
    expect(limit.take(MINUTE)).toEqual([{ entry: 'address 9999', count: 9800 }]);
  });

  it('reports the remaining count at the end, whatever the limit', () => {
    const limit = new RejectionLimit<string>();
    admitted(limit, 'one', 12);
    expect(limit.take(0, true)).toEqual([{ entry: 'one', count: 2 }]);
  });

  it('a day of attempts by many users: 200 entries and two a minute', () => {
    const limit = new RejectionLimit<string>();
    let written = 0;
    for (let now = 0; now < DAY; now += MINUTE / 4) {
      for (let kind = 0; kind < 50; kind += 1) written += admitted(limit, `kind ${kind}`, 3, now);
      written += limit.take(now).length;
    }
    expect(written).toBeLessThanOrEqual(200 + (2 * DAY) / MINUTE);
    expect(written).toBeGreaterThan(200);
  });

  it('distinguishes organizations', () => {
    const limit = new RejectionLimit<string>();
    for (let at = 0; at < 300; at += 1) limit.admits('one', `kind ${at}`, '', 0);
    expect(limit.admits('other', 'kind', '', 0)).toBe(true);
  });
});
