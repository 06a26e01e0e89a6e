import { Inject, Injectable } from '@nestjs/common';
import { REDIS, type RedisConnection } from '../../platform/cache/redis';
import { type DatabaseAnswer, DatabasePing } from '../../platform/database/database-ping';
import { ReadReplica } from '../../platform/database/replica/read-replica';
import { type ReplicaState, ReplicaWatch } from '../../platform/database/replica/replica-watch';
import { JobRunner } from '../../platform/jobs/job-runner';
import { Draining } from '../../platform/lifecycle/draining';
import { StorageCheckService } from './storage-check.service';

export type CheckResult = 'ok' | 'error' | 'disabled';
export type Checks = Record<'database' | 'migrations' | 'redis' | 'jobs' | 'storage', CheckResult>;

/**
 * Without these a process should get no requests. Redis is not among them: without it limits are counted by each
 * process alone, everything else works, and taking out all replicas at once would make its outage ours (decision 0030).
 */
const NEEDED = ['database', 'migrations', 'jobs', 'storage'] as const;

/** The dependencies of this process, and whether it is ready for requests. */
@Injectable()
export class ReadinessService {
  constructor(
    private readonly database: DatabasePing,
    private readonly replica: ReadReplica,
    private readonly replicaWatch: ReplicaWatch,
    @Inject(REDIS) private readonly redis: RedisConnection,
    private readonly jobs: JobRunner,
    private readonly storage: StorageCheckService,
    private readonly draining: Draining,
  ) {}

  async check(): Promise<{ checks: Checks; problem: string | null }> {
    this.draining.readinessAsked();
    const [database, redis, storage] = await Promise.all([
      this.database.ask().catch(() => null),
      this.redisResult(),
      this.storage.result(),
    ]);
    const checks: Checks = {
      database: database === null ? 'error' : 'ok',
      migrations: database?.isMigrated ? 'ok' : 'error',
      redis,
      jobs: this.jobs.isHealthy ? 'ok' : 'error',
      storage,
    };
    return { checks, problem: this.problemOf(checks) };
  }

  askDatabase(): Promise<DatabaseAnswer> {
    return this.database.ask();
  }

  /** Milliseconds, or null where no Redis is used. */
  async askRedis(): Promise<number | null> {
    if (this.redis === null) return null;
    const began = performance.now();
    await this.redis.ping();
    return performance.now() - began;
  }

  /** Null where no read replica is used. It does not affect readiness: without it the primary serves all reads. */
  replicaState(): ReplicaState | null {
    return this.replica.isConfigured ? this.replicaWatch.state : null;
  }

  private async redisResult(): Promise<CheckResult> {
    try {
      return (await this.askRedis()) === null ? 'disabled' : 'ok';
    } catch {
      return 'error';
    }
  }

  private problemOf(checks: Checks): string | null {
    if (this.draining.isDraining) return 'shutting down';
    const failed = NEEDED.filter((name) => checks[name] === 'error');
    return failed.length === 0 ? null : `not working: ${failed.join(', ')}`;
  }
}
