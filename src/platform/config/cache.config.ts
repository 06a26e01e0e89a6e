import { IsOptional, Matches } from 'class-validator';
import { FromEnv } from './from-env.decorator';

/** Shared state between replicas; in-process when unset. */
export class CacheConfig {
  @FromEnv('REDIS_URL')
  @IsOptional()
  @Matches(/^rediss?:\/\/[^\s]+$/, { message: 'must be a redis:// or rediss:// URL' })
  redisUrl: string | undefined;
}
