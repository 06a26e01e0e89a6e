import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type GuardedCall, guardedCall } from '../../access/guarded-call';

/** The call of an HTTP route, once its first guard has run. */
export interface PlainCall extends GuardedCall {
  readonly isPage: boolean;
}

/** Passes the call to the method of an HTTP route: the request and, on an AuthenticatedRoute, the caller. */
export const Call = createParamDecorator((_options: unknown, context: ExecutionContext): GuardedCall =>
  guardedCall(context),
);
