import { describe, expect, it } from 'vitest';
import { RefusalLimit } from '../../../../src/modules/audit/refusal-limit';

const MINUTE = 60_000;

describe('RefusalLimit', () => {
  const admitted = (limit: RefusalLimit<string>, kind: string, times: number, at = 0) =>
    Array.from({ length: times }, () => limit.admits('org', kind, kind, at)).filter(Boolean).length;

  it('admits ten of a kind in a minute and counts the others', () => {
    const limit = new RefusalLimit<string>();
    expect(admitted(limit, 'one', 30)).toBe(10);
    expect(admitted(limit, 'two', 5)).toBe(5);
    expect(limit.take(MINUTE - 1)).toEqual([]);
    expect(limit.take(MINUTE)).toEqual([{ entry: 'one', count: 20 }]);
    expect(limit.take(MINUTE)).toEqual([]);
    expect(admitted(limit, 'one', 3, MINUTE)).toBe(3);
  });

  it('admits two hundred of an organization together, and tells the others as one', () => {
    const limit = new RefusalLimit<string>();
    let count = 0;
    for (let at = 0; at < 10_000; at += 1) count += admitted(limit, `address ${at}`, 1);
    expect(count).toBe(200);
    expect(limit.take(0, true)).toEqual([{ entry: 'address 9999', count: 9800 }]);
  });

  it('tells organizations apart', () => {
    const limit = new RefusalLimit<string>();
    for (let at = 0; at < 300; at += 1) limit.admits('one', `kind ${at}`, '', 0);
    expect(limit.admits('other', 'kind', '', 0)).toBe(true);
  });
});
