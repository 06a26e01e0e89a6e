export interface ScheduleDeclaration {
  /** Dotted, `noun.verb`. */
  name: string;
  everyMinutes: number;
}

/** Work of the house itself that comes due again and again. It runs as a job: at least once, with retries. */
export interface ScheduledWork {
  run(signal: AbortSignal): Promise<void>;
}

const DECLARATION = Symbol('scheduled');

/**
 * Makes a provider class due every so many minutes, counted from midnight UTC: once in the whole installation,
 * whatever the number of replicas, and once on return when it came due while nobody ran.
 */
export function Scheduled(declaration: ScheduleDeclaration): ClassDecorator {
  return (target) => Reflect.defineMetadata(DECLARATION, declaration, target);
}

export function scheduleDeclaration(of: unknown): ScheduleDeclaration | undefined {
  return typeof of === 'function'
    ? (Reflect.getOwnMetadata(DECLARATION, of) as ScheduleDeclaration | undefined)
    : undefined;
}
