import type { AppError } from '../kernel/app-error';
import { AccessForbidden, BoardIsArchived, RecordNotFound } from './access-errors';
import type { Principal } from './principal';

/** An action with its condition, and the rejection of a caller who does not meet it. */
export interface Verb<Facts, Caller = Principal> {
  readonly allows: (caller: Caller, facts: Facts) => boolean;
  readonly rejection: () => AppError;
  /** Whether it is possible on an archived board: a verb that is not declared so is a change, and rejected. */
  readonly worksInArchive: boolean;
}

/** A verb of a `*.policy.ts`: pure, so that its condition can be read and tested without a database. */
export function policy<Facts = void, Caller = Principal>(
  allows: (caller: Caller, facts: Facts) => boolean,
  rejection: () => AppError,
  { worksInArchive = false }: { worksInArchive?: boolean } = {},
): Verb<Facts, Caller> {
  return { allows, rejection, worksInArchive };
}

/** Throws the verb's rejection unless the caller meets its condition; BoardIsArchived for a change on an archived board. */
export function authorize<Facts, Caller>(
  verb: Verb<Facts, Caller>,
  caller: Caller,
  ...facts: Facts extends void ? [] : [facts: Facts]
): void {
  if (!verb.allows(caller, facts[0] as Facts)) throw verb.rejection();
  if (!verb.worksInArchive && isArchived(facts[0])) throw new BoardIsArchived();
}

/** The facts of every verb on a board contain the access to it. */
function isArchived(facts: unknown): boolean {
  return (facts as { access?: { isArchived?: boolean } } | undefined)?.access?.isArchived === true;
}

/** Rejects as if the record did not exist: existence never leaks (contract §3). */
export const hidden = (noun: string) => (): AppError => new RecordNotFound(noun);

/** Rejects with a reason, because the caller sees the record. */
export const forbidden = (message: string) => (): AppError => new AccessForbidden(message);
