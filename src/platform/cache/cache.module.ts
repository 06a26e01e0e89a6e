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
/**
 * A connection on which no byte arrives so long after a command is replaced: it can have been lost without notice (failover, NAT), and
 * its commands would fail for as long as the operating system sends them again, which is a quarter of an hour.
 */
const SILENCE_TIMEOUT_MS = 5_000;

function connect(config: CacheConfig, log: Log): RedisConnection {
  if (config.redisUrl === undefined) return null;
  const redis = new Redis(config.redisUrl, {
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: 5_000,
    socketTimeout: SILENCE_TIMEOUT_MS,
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
