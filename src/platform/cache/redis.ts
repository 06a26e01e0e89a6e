import type { Redis } from 'ioredis';

/** Injection token of the Redis connection; null without REDIS_URL. */
export const REDIS = Symbol('redis');
export type RedisConnection = Redis | null;
