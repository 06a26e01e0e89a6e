import type { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { RateCounters } from '../../../../src/platform/cache/rate-counters';
import { Log } from '../../../../src/platform/logging/log';

const silent = new Log(undefined, 'silent');

describe('RateCounters in one process', () => {
  it('counts a key up to its limit and beyond, each key separately', async () => {
    const counters = new RateCounters(null, silent);
    const counts = [];
    for (let call = 0; call < 4; call += 1) counts.push(await counters.take('a', 2));
    expect(counts.map(({ remaining, isExceeded }) => [remaining, isExceeded])).toEqual([
      [1, false],
      [0, false],
      [0, true],
      [0, true],
    ]);
    expect((await counters.take('b', 2)).remaining).toBe(1);
  });

  it('one window ends at one time, within a minute', async () => {
    const counters = new RateCounters(null, silent);
    const now = Date.now() / 1000;
    const { resetAt } = await counters.take('a', 2);
    expect(resetAt).toBeGreaterThan(now + 58);
    expect(resetAt).toBeLessThanOrEqual(Math.ceil(now + 61));
    expect(Math.abs((await counters.take('a', 2)).resetAt - resetAt)).toBeLessThanOrEqual(1);
  });

  it('a read counts nothing', async () => {
    const counters = new RateCounters(null, silent);
    expect(await counters.peek('a', 5)).toMatchObject({ limit: 5, remaining: 5, isExceeded: false });
    await counters.take('a', 5);
    await counters.peek('a', 5);
    expect((await counters.peek('a', 5)).remaining).toBe(4);
  });

  it('allows exactly the limit of concurrent calls', async () => {
    const counters = new RateCounters(null, silent);
    const counts = await Promise.all(Array.from({ length: 200 }, () => counters.take('a', 60)));
    expect(counts.filter(({ isExceeded }) => !isExceeded)).toHaveLength(60);
  });
});

describe('RateCounters while Redis is unavailable', () => {
  /** A Redis that is never ready does not respond, which the library knows without a request. */
  const away = { status: 'reconnecting', defineCommand: () => undefined } as unknown as Redis;

  it('counts in the process: limits apply', async () => {
    const counters = new RateCounters(away, silent);
    const counts = [];
    for (let call = 0; call < 5; call += 1) counts.push(await counters.take('a', 3));
    expect(counts.filter(({ isExceeded }) => isExceeded)).toHaveLength(2);
    expect((await counters.peek('a', 3)).remaining).toBe(0);
  });

  it('logs it once', async () => {
    const lines: string[] = [];
    const counters = new RateCounters(away, new Log({ write: (line: string) => lines.push(line) } as never));
    for (let call = 0; call < 5; call += 1) await counters.take('a', 3);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'warn' });
  });

  it('reads without waiting for a Redis that does not respond: health checks need the count for a header', async () => {
    const frozen = {
      status: 'ready',
      defineCommand: () => undefined,
      get: () => new Promise(() => undefined),
      multi: () => ({
        get: () => frozen.multi(),
        pttl: () => frozen.multi(),
        exec: () => new Promise(() => undefined),
      }),
    };
    const counters = new RateCounters(frozen as unknown as Redis, silent);
    expect(await counters.peek('a', 3)).toMatchObject({ limit: 3, remaining: 3, isExceeded: false });
  });
});
