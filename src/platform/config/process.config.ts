import { ArrayNotEmpty, IsIn, IsOptional, MinLength } from 'class-validator';
import { asList, FromEnv } from './from-env.decorator';

export const PROCESS_ROLES = ['api', 'worker', 'realtime'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

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

  has(role: ProcessRole): boolean {
    return this.roles.includes(role);
  }
}
