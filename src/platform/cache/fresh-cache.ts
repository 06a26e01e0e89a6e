import { clock } from '../../kernel/clock';
import { isDryRun } from '../dry-run/dry-run';
import type { ChangeFeed } from './change-feed';

export interface Cacheable<V> {
  value: V;
  /** The topics that the value was computed from; a change of any of them invalidates it. Null: it is not cached. */
  topics: readonly string[] | null;
  /** The topics that outdate what callers retain of the value, if not all of them do. */
  keptTopics?: readonly string[];
}

interface Entry<V> {
  value: V;
  topics: readonly string[];
  expiresAtMs: number;
}

/** The source of an object that a cache returned to its callers. */
interface Origin {
  readonly feed: ChangeFeed;
  readonly topics: readonly string[];
  /** The position of the feed before the read. */
  readonly position: number;
}

const origins = new WeakMap<object, Origin>();

/**
 * Whether the source of a cached object has changed since the object was read. Callers may retain the object for longer
 * than the cache does. Reads memory only, without a statement.
 */
export function isOutdated(value: object): boolean {
  const origin = origins.get(value);
  return origin !== undefined && origin.feed.hasChangedSince(origin.position, origin.topics);
}

interface CacheOptions<V> {
  /** For metrics. */
  name: string;
  maxEntries: number;
  ttlMs: number;
  /** The part of a value that callers retain and pass to `isOutdated`, if it is not the value itself. */
  kept?: (value: V) => unknown;
}

/**
 * Caches values that every call reads and that seldom change. The change feed invalidates a value on every replica
 * when its source changes; it expires after `ttlMs` in any case.
 */
export class FreshCache<V> {
  private readonly entries = new Map<string, Entry<V>>();
  private readonly keysByTopic = new Map<string, Set<string>>();
  private readonly loading = new Map<string, Promise<V>>();
  /** Counts changes: a value whose load started before the latest change may be stale and is not cached. */
  private generation = 0;
  hits = 0;
  misses = 0;

  constructor(
    private readonly feed: ChangeFeed,
    private readonly options: CacheOptions<V>,
  ) {
    feed.subscribe(
      (topic) => this.drop(topic),
      () => this.clear(),
    );
    feed.caches.push(this);
  }

  get name(): string {
    return this.options.name;
  }

  get entryCount(): number {
    return this.entries.size;
  }

  /** The cached value without a promise, for hot paths; undefined when it must be loaded. */
  peek(key: string): V | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined || entry.expiresAtMs <= clock.nowMs()) return undefined;
    this.hits += 1;
    return entry.value;
  }

  /** Not async itself: every call of the service finds several values here. */
  get(key: string, load: () => Promise<Cacheable<V>>): Promise<V> {
    const kept = this.peek(key);
    if (kept !== undefined) return Promise.resolve(kept);
    // What a dry run loads can be its own, and is rolled back.
    return isDryRun() ? load().then(({ value }) => value) : this.shareLoad(key, load);
  }

  private async shareLoad(key: string, load: () => Promise<Cacheable<V>>): Promise<V> {
    this.misses += 1;
    // Concurrent misses share one load, unless something changed after it started.
    const underWay = this.loading.get(key);
    if (underWay) return underWay;
    const started = this.load(key, load);
    this.loading.set(key, started);
    try {
      return await started;
    } finally {
      if (this.loading.get(key) === started) this.loading.delete(key);
    }
  }

  private async load(key: string, load: () => Promise<Cacheable<V>>): Promise<V> {
    const generation = this.generation;
    const { position } = this.feed;
    const { value, topics, keptTopics = topics } = await load();
    const kept = this.options.kept === undefined ? value : this.options.kept(value);
    if (keptTopics && typeof kept === 'object' && kept !== null)
      origins.set(kept, { feed: this.feed, topics: keptTopics, position });
    if (topics && this.feed.isLive && generation === this.generation) this.keep(key, value, topics);
    return value;
  }

  private keep(key: string, value: V, topics: readonly string[]): void {
    this.remove(key);
    if (this.entries.size >= this.options.maxEntries) {
      const oldest = this.entries.keys().next();
      if (!oldest.done) this.remove(oldest.value);
    }
    this.entries.set(key, { value, topics, expiresAtMs: clock.nowMs() + this.options.ttlMs });
    for (const topic of topics) {
      const keys = this.keysByTopic.get(topic) ?? new Set();
      this.keysByTopic.set(topic, keys.add(key));
    }
  }

  private drop(topic: string): void {
    this.generation += 1;
    this.loading.clear();
    // A copy, because removing an entry changes the set during the iteration.
    for (const key of Array.from(this.keysByTopic.get(topic) ?? [])) this.remove(key);
  }

  private remove(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.entries.delete(key);
    for (const topic of entry.topics) {
      const keys = this.keysByTopic.get(topic);
      keys?.delete(key);
      if (keys?.size === 0) this.keysByTopic.delete(topic);
    }
  }

  private clear(): void {
    this.generation += 1;
    this.loading.clear();
    this.entries.clear();
    this.keysByTopic.clear();
  }
}
