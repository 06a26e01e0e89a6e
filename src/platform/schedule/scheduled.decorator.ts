export interface ScheduleDeclaration {
  /** `noun.verb`. */
  name: string;
  everyMinutes: number;
}

/** Recurring work of the service itself. It runs as a job: at least once, with retries. */
export interface ScheduledWork {
  /** Returns the number of rows that it has removed, if it counts them. */
  run(signal: AbortSignal): Promise<number | void>;
}

const DECLARATION = Symbol('scheduled');

/**
 * Schedules a provider class every so many minutes, counted from midnight UTC: once in the whole installation, however
 * many replicas it has, and once after a period in which no worker ran.
 */
export function Scheduled(declaration: ScheduleDeclaration): ClassDecorator {
  return (target) => Reflect.defineMetadata(DECLARATION, declaration, target);
}

export function scheduleDeclaration(of: unknown): ScheduleDeclaration | undefined {
  return typeof of === 'function'
    ? (Reflect.getOwnMetadata(DECLARATION, of) as ScheduleDeclaration | undefined)
    : undefined;
}
