import type { AppError } from '../kernel/app-error';
import { AccessForbidden, RecordNotFound } from './access-errors';
import type { Principal } from './principal';

/** An action with its condition, and the rejection of a caller who does not meet it. */
export interface Verb<Facts, Caller = Principal> {
  readonly allows: (caller: Caller, facts: Facts) => boolean;
  readonly rejection: () => AppError;
}

/** A verb of a `*.policy.ts`: pure, so that its condition can be read and tested without a database. */
export function policy<Facts = void, Caller = Principal>(
  allows: (caller: Caller, facts: Facts) => boolean,
  rejection: () => AppError,
): Verb<Facts, Caller> {
  return { allows, rejection };
}

/** Throws the verb's rejection unless the caller meets its condition. */
export function authorize<Facts, Caller>(
  verb: Verb<Facts, Caller>,
  caller: Caller,
  ...facts: Facts extends void ? [] : [facts: Facts]
): void {
  if (!verb.allows(caller, facts[0] as Facts)) throw verb.rejection();
}

/** Rejects as if the record did not exist: existence never leaks (contract §3). */
export const hidden = (noun: string) => (): AppError => new RecordNotFound(noun);

/** Rejects with a reason, because the caller sees the record. */
export const forbidden = (message: string) => (): AppError => new AccessForbidden(message);
