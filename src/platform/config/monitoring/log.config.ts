import { IsIn } from 'class-validator';
import { FromEnv } from '../from-env.decorator';

export const LOG_LEVELS = ['info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What the service logs. */
export class LogConfig {
  @FromEnv('LOG_LEVEL')
  @IsIn(LOG_LEVELS, { message: `must be one of ${LOG_LEVELS.join(', ')}` })
  level: LogLevel = 'info';
}
