import type { ArgumentsHost } from '@nestjs/common';
import type { AccessLease } from '../platform/database/transaction';
import type { IncomingRequest } from './incoming-request';
import type { AuthenticatedUser, Principal } from './principal';
import type { Requirement } from './requirement';

/** One procedure call of a request, or the call of an HTTP route. Each guard adds its result. */
export interface GuardedCall {
  readonly request: IncomingRequest;
  readonly requirement: Requirement;
  readonly isMutation: boolean;
  person: AuthenticatedUser | null;
  principal: Principal | null;
  /** Checked by the call's transactions; set by the last guard. */
  lease?: AccessLease;
  /** For an audited HTTP route: its audit name, and its input as far as it is known. */
  audited?: { readonly name: string; readonly input: unknown };
}

/** The property of the framework's request, which Nest passes to the guards of an HTTP route, that contains its call. */
const PLAIN_CALL = Symbol('guarded call');

/** Makes an HTTP route's request a guarded call, so that the guards of procedures can check it. */
export function guardPlainCall(rawRequest: object, call: GuardedCall): void {
  (rawRequest as { [PLAIN_CALL]?: GuardedCall })[PLAIN_CALL] = call;
}

export function guardedCall(host: ArgumentsHost): GuardedCall {
  const first = host.getArgByIndex<GuardedCall & { [PLAIN_CALL]?: GuardedCall }>(0);
  return first[PLAIN_CALL] ?? first;
}
