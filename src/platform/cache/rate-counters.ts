import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { clock } from '../../kernel/clock';
import { Log } from '../logging/log';
import { inSpan } from '../tracing/tracing';
import { REDIS, type RedisConnection } from './redis';

/** The length of a counting window, which starts with its first call. */
export const WINDOW_SECONDS = 60;
/** The library's own limit is not used: each call brings its bucket's size, and the count must exceed it. */
const UNBOUNDED = Number.MAX_SAFE_INTEGER;
/** The interval of retries while Redis is down: one call waits for Redis, all others are counted in this process. */
const PROBE_EVERY_MS = 2_000;
/** How long a read waits for Redis: health checks, whose responses have the count in a header, must not depend on Redis. */
const READ_WITHIN_MS = 100;

const REDIS_SPAN = { kind: 'client', attributes: { 'db.system.name': 'redis' } } as const;

export interface Count {
  limit: number;
  remaining: number;
  resetAt: number;
  isExceeded: boolean;
}

/**
 * Counts calls per minute and key (decision 0009): in Redis if configured, so that replicas share the counts, otherwise
 * in this process. While Redis is down each process counts alone: limits grow with the number of replicas but never
 * vanish.
 */
@Injectable()
export class RateCounters {
  private readonly alone = new RateLimiterMemory({ points: UNBOUNDED, duration: WINDOW_SECONDS });
  private readonly shared: RateLimiterRedis | null;
  /** The time of the next attempt while Redis is down; null while it responds. */
  private probeAtMs: number | null = null;

  constructor(
    @Inject(REDIS) redis: RedisConnection,
    private readonly log: Log,
  ) {
    this.shared =
      redis === null
        ? null
        : new RateLimiterRedis({
            storeClient: redis,
            keyPrefix: 'trestle:rate',
            points: UNBOUNDED,
            duration: WINDOW_SECONDS,
            rejectIfRedisNotReady: true,
          });
  }

  /** Counts one call. */
  async take(key: string, limit: number): Promise<Count> {
    return this.count(await this.ask((counters) => counters.consume(key, 1)), limit);
  }

  /** Returns the count without incrementing it; that of this process when Redis does not respond soon. */
  async peek(key: string, limit: number): Promise<Count> {
    const question = (counters: RateLimiterAbstract) => counters.get(key);
    if (this.shared === null) return this.count(await question(this.alone), limit);
    const tooLate = delay(READ_WITHIN_MS, undefined, { ref: false }).then(() => question(this.alone));
    return this.count(await Promise.race([this.ask(question), tooLate]), limit);
  }

  nowSeconds(): number {
    return Math.ceil(clock.nowMs() / 1000);
  }

  private ask<T>(question: (counters: RateLimiterAbstract) => Promise<T>): Promise<T> {
    return this.shared === null || !this.isAskable()
      ? question(this.alone)
      : this.askRedis(this.shared, question);
  }

  private async askRedis<T>(
    redis: RateLimiterRedis,
    question: (counters: RateLimiterAbstract) => Promise<T>,
  ): Promise<T> {
    try {
      const answer = await inSpan('rate limits', REDIS_SPAN, () => question(redis));
      this.probeAtMs = null;
      return answer;
    } catch (error) {
      // Not with the library's insurance: with a frozen Redis every call would wait for the timeout.
      if (this.probeAtMs === null)
        this.log.warn('redis is away, calls are counted by this process alone', { error });
      this.probeAtMs = performance.now() + PROBE_EVERY_MS;
      return question(this.alone);
    }
  }

  private isAskable(): boolean {
    if (this.probeAtMs === null) return true;
    const nowMs = performance.now();
    if (nowMs < this.probeAtMs) return false;
    this.probeAtMs = nowMs + PROBE_EVERY_MS;
    return true;
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
