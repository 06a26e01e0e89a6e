import { ArrayNotEmpty, IsIn, IsInt, IsOptional, Max, Min, MinLength } from 'class-validator';
import { asInteger, asList, FromEnv } from './from-env.decorator';

export const PROCESS_ROLES = ['api', 'worker', 'realtime'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

const CONCURRENCY = { message: 'must be a whole number from 1 to 50' };

/** What this process is and the secret it shares with its replicas. */
export class ProcessConfig {
  @FromEnv('ROLES', asList)
  @ArrayNotEmpty({ message: 'must name at least one of api, worker, realtime' })
  @IsIn(PROCESS_ROLES, { each: true, message: 'must be a comma-separated list of api, worker, realtime' })
  roles: ProcessRole[] = [...PROCESS_ROLES];

  /** Generated into DATA_DIR when the database is embedded (app-secret.ts), else required. */
  @FromEnv('APP_SECRET')
  @IsOptional()
  @MinLength(32, { message: 'must be at least 32 characters' })
  givenAppSecret: string | undefined;

  /** The secret before the present one, while it is being replaced: still read with, never written with. */
  @FromEnv('APP_SECRET_PREVIOUS')
  @IsOptional()
  @MinLength(32, { message: 'must be at least 32 characters' })
  previousAppSecret: string | undefined;

  /** Jobs that a worker performs at the same time. */
  @FromEnv('WORKER_CONCURRENCY', asInteger)
  @IsInt(CONCURRENCY)
  @Min(1, CONCURRENCY)
  @Max(50, CONCURRENCY)
  workerConcurrency = 5;

  has(role: ProcessRole): boolean {
    return this.roles.includes(role);
  }
}
