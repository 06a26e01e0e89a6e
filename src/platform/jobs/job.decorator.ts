export interface JobDeclaration {
  /** Dotted, `noun.verb`. Stays the same while jobs of this name may wait: it is written into their rows. */
  name: string;
  /** An attempt that ends with its worker's life counts too, so there are at least two. */
  maxAttempts: number;
}

/** What an attempt knows of itself. */
export interface JobRun {
  readonly id: string;
  /** The first one is 1. */
  readonly attempt: number;
  readonly isLastAttempt: boolean;
  /** Aborted when the process stops and has waited long enough. */
  readonly signal: AbortSignal;
}

/** Work that is done in the background, at least once: `perform` may run again after it has worked. */
export interface JobHandler<Payload extends object> {
  perform(payload: Payload, run: JobRun): Promise<void>;
}

export type JobClass<Payload extends object> = abstract new (...args: never[]) => JobHandler<Payload>;

const DECLARATION = Symbol('job');
/** About three and a half hours of retries: each waits e times longer than the one before, from 2.7 s on. */
const DEFAULT_MAX_ATTEMPTS = 10;

/** Makes a provider class the performer of the jobs of one name. */
export function Job({
  name,
  maxAttempts = DEFAULT_MAX_ATTEMPTS,
}: {
  name: string;
  maxAttempts?: number;
}): ClassDecorator {
  return (target) => Reflect.defineMetadata(DECLARATION, { name, maxAttempts }, target);
}

export function jobDeclaration(of: unknown): JobDeclaration | undefined {
  return typeof of === 'function'
    ? (Reflect.getOwnMetadata(DECLARATION, of) as JobDeclaration | undefined)
    : undefined;
}
