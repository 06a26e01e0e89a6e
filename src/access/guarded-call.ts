import type { ExecutionContext } from '@nestjs/common';
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
}

/** The calls of plain routes, by what Nest hands to their guards: the HTTP framework's own request. */
const plainCalls = new WeakMap<object, GuardedCall>();

/** Makes a plain route's request a guarded call, so that the guards of procedures judge it as well. */
export function guardPlainCall(rawRequest: object, call: GuardedCall): void {
  plainCalls.set(rawRequest, call);
}

export function guardedCall(context: ExecutionContext): GuardedCall {
  const first = context.getArgByIndex<GuardedCall>(0);
  return plainCalls.get(first) ?? first;
}
