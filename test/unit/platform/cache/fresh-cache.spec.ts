import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useClock } from '../../../../src/kernel/clock';
import { ChangeFeed } from '../../../../src/platform/cache/change-feed';
import { type Cacheable, FreshCache, isOutdated } from '../../../../src/platform/cache/fresh-cache';

const TTL_MS = 5_000;

/** A load that ends when the test says so. */
function aLoad(value: string, topics: readonly string[] | null = ['topic']) {
  const load = {
    calls: 0,
    end: () => undefined as void,
    fail: (_error: Error) => undefined as void,
    run: () => ((load.calls += 1), promise),
  };
  const promise = new Promise<Cacheable<string>>((resolve, reject) => {
    load.end = () => resolve({ value, topics });
    load.fail = reject;
  });
  return load;
}

const loaded = (value: string, topics: readonly string[] | null = ['topic']) => {
  const load = aLoad(value, topics);
  load.end();
  return load;
};

describe('FreshCache', () => {
  let feed: ChangeFeed;
  let cache: FreshCache<string>;
  beforeEach(() => {
    feed = new ChangeFeed();
    cache = new FreshCache(feed, { name: 'values', maxEntries: 3, ttlMs: TTL_MS });
    feed.connected();
  });
  afterEach(() => useClock());

  it('loads once and caches', async () => {
    const load = loaded('one');
    expect(cache.peek('key')).toBeUndefined();
    expect(await cache.get('key', load.run)).toBe('one');
    expect(await cache.get('key', load.run)).toBe('one');
    expect(cache.peek('key')).toBe('one');
    expect(load.calls).toBe(1);
  });

  it('counts lookups and entries for operators', async () => {
    await cache.get('key', loaded('one').run);
    await cache.get('key', loaded('one').run);
    expect(cache.peek('key')).toBe('one');
    expect(cache.peek('other')).toBeUndefined();
    const { name, hits, misses, entryCount } = feed.caches[0]!;
    expect({ name, hits, misses, entryCount }).toEqual({ name: 'values', hits: 2, misses: 1, entryCount: 1 });
  });

  it('caches null like any value', async () => {
    const nothing = new FreshCache<string | null>(feed, { name: 'values', maxEntries: 3, ttlMs: TTL_MS });
    let calls = 0;
    const load = () => Promise.resolve({ value: null, topics: [], calls: (calls += 1) });
    expect([await nothing.get('key', load), await nothing.get('key', load)]).toEqual([null, null]);
    expect(calls).toBe(1);
  });

  it('drops what a change affects, immediately, and nothing else', async () => {
    await cache.get('a', loaded('a', ['one', 'both']).run);
    await cache.get('b', loaded('b', ['two', 'both']).run);
    feed.publish(['unrelated', 'one']);
    expect([cache.peek('a'), cache.peek('b')]).toEqual([undefined, 'b']);
    feed.publish(['both']);
    expect(cache.peek('b')).toBeUndefined();
  });

  it('drops expired entries', async () => {
    const now = new Date();
    useClock({ now: () => now });
    await cache.get('key', loaded('one').run);
    useClock({ now: () => new Date(now.getTime() + TTL_MS - 1) });
    expect(cache.peek('key')).toBe('one');
    useClock({ now: () => new Date(now.getTime() + TTL_MS) });
    expect(await cache.get('key', loaded('two').run)).toBe('two');
  });

  it('has a limited size, and drops the oldest entry', async () => {
    for (const key of ['a', 'b', 'c', 'd']) await cache.get(key, loaded(key).run);
    expect(['a', 'b', 'c', 'd'].map((key) => cache.peek(key))).toEqual([undefined, 'b', 'c', 'd']);
  });

  it('concurrent callers share one load', async () => {
    const load = aLoad('one');
    const both = Promise.all([cache.get('key', load.run), cache.get('key', load.run)]);
    load.end();
    expect(await both).toEqual(['one', 'one']);
    expect(load.calls).toBe(1);
  });

  it('a failed load affects only those who waited for it', async () => {
    const load = aLoad('one');
    const first = cache.get('key', load.run);
    load.fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    expect(await cache.get('key', loaded('two').run)).toBe('two');
  });

  it('does not cache a load that began before a change, nor share it with later callers', async () => {
    const stale = aLoad('stale');
    const before = cache.get('key', stale.run);
    feed.publish(['topic']);
    const fresh = aLoad('fresh');
    const after = cache.get('key', fresh.run);
    fresh.end();
    expect(await after).toBe('fresh');
    stale.end();
    expect(await before).toBe('stale');
    expect(cache.peek('key')).toBe('fresh');
  });

  it('caches nothing that is marked as uncacheable', async () => {
    await cache.get('key', loaded('one', null).run);
    expect(cache.peek('key')).toBeUndefined();
  });

  it('the loss of the feed clears it, and stops caching until the feed is back', async () => {
    await cache.get('key', loaded('one').run);
    feed.lost();
    expect(cache.peek('key')).toBeUndefined();
    await cache.get('key', loaded('two').run);
    expect(cache.peek('key')).toBeUndefined();
    feed.connected();
    await cache.get('key', loaded('three').run);
    expect(cache.peek('key')).toBe('three');
  });

  it('does not cache a load that began before the feed was back: its data may have changed unnoticed', async () => {
    feed.lost();
    const load = aLoad('unheard');
    const value = cache.get('key', load.run);
    feed.connected();
    load.end();
    expect(await value).toBe('unheard');
    expect(cache.peek('key')).toBeUndefined();
  });

  describe('isOutdated', () => {
    const read = (topics: readonly string[], key = 'key') =>
      new FreshCache<object>(feed, { name: 'values', maxEntries: 3, ttlMs: TTL_MS }).get(key, () =>
        Promise.resolve({ value: { key }, topics }),
      );

    it('is true for entries that a change affects, also after the cache dropped them', async () => {
      const value = await read(['one', 'two']);
      feed.publish(['unrelated']);
      expect(isOutdated(value)).toBe(false);
      feed.publish(['two']);
      expect(isOutdated(value)).toBe(true);
      expect(isOutdated(await read(['one', 'two']))).toBe(false);
    });

    it('is true for data that changed while it was read', async () => {
      const objects = new FreshCache<object>(feed, { name: 'values', maxEntries: 3, ttlMs: TTL_MS });
      let end = (_loaded: Cacheable<object>) => undefined as void;
      const reading = objects.get('key', () => new Promise((resolve) => (end = resolve)));
      feed.publish(['topic']);
      end({ value: {}, topics: ['topic'] });
      expect(isOutdated(await reading)).toBe(true);
    });

    it('is true for everything after the feed was lost: changes may have gone unnoticed', async () => {
      const value = await read(['one']);
      feed.lost();
      expect(isOutdated(value)).toBe(true);
      feed.connected();
      expect(isOutdated(await read(['one']))).toBe(false);
    });

    it('is true rather than false where changes are too many to remember', async () => {
      const value = await read(['one']);
      feed.publish(Array.from({ length: 9_000 }, (_, at) => `topic ${at}`));
      expect(isOutdated(value)).toBe(false);
      feed.publish(Array.from({ length: 9_000 }, (_, at) => `more ${at}`));
      expect(isOutdated(value)).toBe(true);
    });

    it('knows the part of a value that its callers keep', async () => {
      const person = {};
      const sessions = new FreshCache<{ person: object }>(feed, {
        name: 'sessions',
        maxEntries: 3,
        ttlMs: TTL_MS,
        kept: (session) => session.person,
      });
      await sessions.get('key', () => Promise.resolve({ value: { person }, topics: ['session'] }));
      expect(isOutdated(person)).toBe(false);
      feed.publish(['session']);
      expect([isOutdated(person), isOutdated({})]).toEqual([true, false]);
    });
  });
});
