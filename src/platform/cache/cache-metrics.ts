import { Inject, Injectable } from '@nestjs/common';
import { METRICS } from '../metrics/catalogue';
import { Metrics } from '../metrics/metrics';
import { ChangeFeed } from './change-feed';
import { REDIS, type RedisConnection } from './redis';

/** The caches of this process, and its connection to Redis. */
@Injectable()
export class CacheMetrics {
  constructor(
    private readonly metrics: Metrics,
    private readonly changes: ChangeFeed,
    @Inject(REDIS) private readonly redis: RedisConnection,
  ) {
    metrics.beforeExposition(() => this.read());
  }

  private read(): void {
    const lookups = this.metrics.counter(METRICS.cacheLookups);
    lookups.reset();
    for (const { name: cache, hits, misses, entryCount } of this.changes.caches) {
      lookups.inc({ cache, result: 'hit' }, hits);
      lookups.inc({ cache, result: 'miss' }, misses);
      this.metrics.gauge(METRICS.cacheEntries).set({ cache }, entryCount);
    }
    if (this.redis !== null)
      this.metrics.gauge(METRICS.redisUp).set({}, this.redis.status === 'ready' ? 1 : 0);
  }
}
