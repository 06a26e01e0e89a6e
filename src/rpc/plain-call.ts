import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type GuardedCall, guardedCall } from '../access/guarded-call';

/** Hands a plain route's method its call: the request, and after a CallerRoute's guards who is calling. */
export const Call = createParamDecorator((_options: unknown, context: ExecutionContext): GuardedCall =>
  guardedCall(context),
);
