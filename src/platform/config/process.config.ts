import { ArrayNotEmpty, IsIn, IsInt, IsOptional, Max, Min, MinLength } from 'class-validator';
import { asInteger, asList, FromEnv } from './from-env.decorator';

export const PROCESS_ROLES = ['api', 'worker', 'realtime'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

const CONCURRENCY = { message: 'must be a whole number from 1 to 50' };

/** The role of this process, and the secret that it shares with its replicas. */
export class ProcessConfig {
  @FromEnv('ROLES', asList)
  @ArrayNotEmpty({ message: 'must name at least one of api, worker, realtime' })
  @IsIn(PROCESS_ROLES, { each: true, message: 'must be a comma-separated list of api, worker, realtime' })
  roles: ProcessRole[] = [...PROCESS_ROLES];

  /** Generated in DATA_DIR when the database is embedded (app-secret.ts), otherwise required. */
  @FromEnv('APP_SECRET')
  @IsOptional()
  @MinLength(32, { message: 'must be at least 32 characters' })
  givenAppSecret: string | undefined;

  /** The previous secret, during a rotation: used to decrypt and verify, never to encrypt or sign. */
  @FromEnv('APP_SECRET_PREVIOUS')
  @IsOptional()
  @MinLength(32, { message: 'must be at least 32 characters' })
  previousAppSecret: string | undefined;

  /** Jobs that a worker runs at the same time. */
  @FromEnv('WORKER_CONCURRENCY', asInteger)
  @IsInt(CONCURRENCY)
  @Min(1, CONCURRENCY)
  @Max(50, CONCURRENCY)
  workerConcurrency = 5;

  has(role: ProcessRole): boolean {
    return this.roles.includes(role);
  }
}
