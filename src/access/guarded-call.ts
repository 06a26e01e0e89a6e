import type { ArgumentsHost } from '@nestjs/common';
import type { IncomingRequest } from './incoming-request';
import type { Person, Principal } from './principal';
import type { Requirement } from './requirement';

/** What guards find: one procedure call of a request, or the call of a plain route, filled in guard by guard. */
export interface GuardedCall {
  readonly request: IncomingRequest;
  readonly requirement: Requirement;
  readonly isMutation: boolean;
  person: Person | null;
  principal: Principal | null;
  /** Of a plain route that the audit log tells of: under which name, and what was asked for as far as it is known. */
  audited?: { readonly name: string; readonly input: unknown };
}

/** Where what Nest hands to the guards of a plain route, the HTTP framework's own request, keeps its call. */
const PLAIN_CALL = Symbol('guarded call');

/** Makes a plain route's request a guarded call, so that the guards of procedures judge it as well. */
export function guardPlainCall(rawRequest: object, call: GuardedCall): void {
  (rawRequest as { [PLAIN_CALL]?: GuardedCall })[PLAIN_CALL] = call;
}

export function guardedCall(host: ArgumentsHost): GuardedCall {
  const first = host.getArgByIndex<GuardedCall & { [PLAIN_CALL]?: GuardedCall }>(0);
  return first[PLAIN_CALL] ?? first;
}
