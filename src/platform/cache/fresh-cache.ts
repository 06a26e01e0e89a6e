import { clock } from '../../kernel/clock';
import type { ChangeFeed } from './change-feed';

export interface Cacheable<V> {
  value: V;
  /** What the value was made from; a change of any of them drops it. Null: the value is not kept. */
  topics: readonly string[] | null;
}

interface Entry<V> {
  value: V;
  topics: readonly string[];
  expiresAtMs: number;
}

/**
 * Values that are read at every call and change seldom. Dropped by the change feed the moment what they were made
 * from changes, on every replica, and after `ttlMs` in any case.
 */
export class FreshCache<V> {
  private readonly entries = new Map<string, Entry<V>>();
  private readonly keysByTopic = new Map<string, Set<string>>();
  private readonly loading = new Map<string, Promise<V>>();
  /** Counts changes: a value whose load began before the last one may be stale at birth and is not kept. */
  private generation = 0;

  constructor(
    private readonly feed: ChangeFeed,
    private readonly options: { maxEntries: number; ttlMs: number },
  ) {
    feed.subscribe(
      (topic) => this.drop(topic),
      () => this.clear(),
    );
  }

  /** The kept value without a promise, for hot paths; undefined when it must be loaded. */
  peek(key: string): V | undefined {
    const entry = this.entries.get(key);
    return entry !== undefined && entry.expiresAtMs > clock.nowMs() ? entry.value : undefined;
  }

  async get(key: string, load: () => Promise<Cacheable<V>>): Promise<V> {
    const kept = this.peek(key);
    if (kept !== undefined) return kept;
    // Callers that miss together share one load, unless something changed after it began.
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
    const { value, topics } = await load();
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
    // A copy: removing changes the set that is walked.
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
