import type { ExecutionContext } from '@nestjs/common';
import type { IncomingRequest } from './incoming-request';
import type { Person, Principal } from './principal';
import type { Requirement } from './requirement';

/** What guards find as their first argument: one procedure call of a request, filled in guard by guard. */
export interface GuardedCall {
  readonly request: IncomingRequest;
  readonly requirement: Requirement;
  readonly isMutation: boolean;
  person: Person | null;
  principal: Principal | null;
}

export function guardedCall(context: ExecutionContext): GuardedCall {
  return context.getArgByIndex<GuardedCall>(0);
}
