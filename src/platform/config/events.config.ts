import { IsInt, Max, Min } from 'class-validator';
import { asInteger, FromEnv } from './from-env.decorator';

const DAYS = { message: 'must be a whole number from 1 to 365' };

/** The log of events. */
export class EventsConfig {
  /** Events older than this are removed from the log. */
  @FromEnv('EVENT_RETENTION_DAYS', asInteger)
  @IsInt(DAYS)
  @Min(1, DAYS)
  @Max(365, DAYS)
  retentionDays = 30;
}
