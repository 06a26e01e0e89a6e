import { Global, Inject, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { CacheConfig } from '../config/cache.config';
import { Log } from '../logging/log';
import { CacheMetrics } from './cache-metrics';
import { ChangeFeed } from './change-feed';
import { RateCounters } from './rate-counters';
import { REDIS, type RedisConnection } from './redis';

/** A command that takes longer fails, so that a frozen Redis does not block requests. */
const COMMAND_TIMEOUT_MS = 1_000;
/** A connection on which a command gets no byte for this long is replaced: it may have been lost without notice. */
const SILENCE_MS = 2_000;

function connect(config: CacheConfig, log: Log): RedisConnection {
  if (config.redisUrl === undefined) return null;
  const redis = new Redis(config.redisUrl, {
    commandTimeout: COMMAND_TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
    connectTimeout: 5_000,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    retryStrategy: (attempt) => Math.min(attempt * 200, 2_000),
  });
  // Without a listener, a lost connection would terminate the process.
  redis.on('error', (error: Error) => log.warn('redis is away', { reason: error.message }));
  return redis;
}

@Injectable()
class RedisEnd implements OnApplicationShutdown {
  constructor(@Inject(REDIS) private readonly redis: RedisConnection) {}

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }
}

@Global()
@Module({
  providers: [
    CacheMetrics,
    ChangeFeed,
    { provide: REDIS, useFactory: connect, inject: [CacheConfig, Log] },
    RateCounters,
    RedisEnd,
  ],
  exports: [ChangeFeed, REDIS, RateCounters],
})
export class CacheModule {}
