import { Inject, Injectable } from '@nestjs/common';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { clock } from '../../kernel/clock';
import { REDIS, type RedisConnection } from './redis';

const WINDOW_SECONDS = 60;
/** The library's own ceiling is not used: a bucket's size is asked for per call, and it must count past it. */
const UNBOUNDED = Number.MAX_SAFE_INTEGER;

export interface Count {
  limit: number;
  remaining: number;
  resetAt: number;
  isExceeded: boolean;
}

/**
 * Counts calls per minute and key: in Redis when there is one, so that replicas share the counts, otherwise in this
 * process. While Redis is away each process counts alone: limits grow with the replicas but never vanish.
 */
@Injectable()
export class RateCounters {
  private readonly counters: RateLimiterAbstract;

  constructor(@Inject(REDIS) redis: RedisConnection) {
    const memory = new RateLimiterMemory({ points: UNBOUNDED, duration: WINDOW_SECONDS });
    this.counters =
      redis === null
        ? memory
        : new RateLimiterRedis({
            storeClient: redis,
            keyPrefix: 'trestle:rate',
            points: UNBOUNDED,
            duration: WINDOW_SECONDS,
            insuranceLimiter: memory,
            rejectIfRedisNotReady: true,
          });
  }

  /** Counts one call. */
  async take(key: string, limit: number): Promise<Count> {
    return this.count(await this.counters.consume(key, 1), limit);
  }

  /** The count without adding to it. */
  async peek(key: string, limit: number): Promise<Count> {
    return this.count(await this.counters.get(key), limit);
  }

  nowSeconds(): number {
    return Math.ceil(clock.nowMs() / 1000);
  }

  private count(state: RateLimiterRes | null, limit: number): Count {
    const used = state?.consumedPoints ?? 0;
    const msLeft = state && state.msBeforeNext > 0 ? state.msBeforeNext : WINDOW_SECONDS * 1000;
    return {
      limit,
      remaining: Math.max(0, limit - used),
      resetAt: Math.ceil((clock.nowMs() + msLeft) / 1000),
      isExceeded: used > limit,
    };
  }
}
