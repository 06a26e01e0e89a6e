export interface JobDeclaration {
  /** `noun.verb`. Must not change while jobs with this name are queued: their rows contain it. */
  name: string;
  /** An attempt counts even if its worker dies, so the minimum is two. */
  maxAttempts: number;
  /** All other jobs that are due go first. */
  isPatient: boolean;
  /** Its failures are failed mails, for the operator of the installation. */
  sendsMail: boolean;
}

/** The context of one attempt. */
export interface JobRun {
  readonly id: string;
  /** Starts at 1. */
  readonly attempt: number;
  readonly isLastAttempt: boolean;
  /** Aborted when the process stops and the grace period has expired. */
  readonly signal: AbortSignal;
}

/** Background work that runs at least once: `perform` may run again after it has succeeded. */
export interface JobHandler<Payload extends object> {
  perform(payload: Payload, run: JobRun): Promise<void>;
}

export type JobClass<Payload extends object> = abstract new (...args: never[]) => JobHandler<Payload>;

const DECLARATION = Symbol('job');
/** About three and a half hours of retries: each delay is e times the previous one, starting with 2.7 s. */
const DEFAULT_MAX_ATTEMPTS = 10;

/** Makes a provider class the handler of the jobs with one name. */
export function Job({
  name,
  maxAttempts = DEFAULT_MAX_ATTEMPTS,
  isPatient = false,
  sendsMail = false,
}: {
  name: string;
  maxAttempts?: number;
  isPatient?: boolean;
  sendsMail?: boolean;
}): ClassDecorator {
  return (target) => Reflect.defineMetadata(DECLARATION, { name, maxAttempts, isPatient, sendsMail }, target);
}

export function jobDeclaration(of: unknown): JobDeclaration | undefined {
  return typeof of === 'function'
    ? (Reflect.getOwnMetadata(DECLARATION, of) as JobDeclaration | undefined)
    : undefined;
}
