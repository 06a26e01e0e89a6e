import { Injectable } from '@nestjs/common';
import type { GuardedCall } from '../access/guarded-call';
import type { CallContext } from '../access/principal';
import { IdempotentCalls } from './idempotent-calls';

/** What a mutation by plain route says of itself. */
export interface PlainMutation {
  /** Its name among the procedures, which audit and Idempotency-Key go by. */
  name: string;
  input: unknown;
  hasSecretAnswer?: boolean;
}

/** Runs what a plain route does for a member, with `Idempotency-Key` as procedures have it. */
@Injectable()
export class PlainCalls {
  constructor(private readonly idempotent: IdempotentCalls) {}

  /** What changes nothing may be repeated without a key. */
  read<T>(call: GuardedCall, perform: (context: CallContext) => Promise<T>): Promise<T> {
    return perform(contextOf(call));
  }

  async mutate<T>(
    call: GuardedCall,
    { name, input, hasSecretAnswer = false }: PlainMutation,
    perform: (context: CallContext) => Promise<T>,
  ): Promise<T> {
    const context = contextOf(call);
    const key = call.request.header('idempotency-key');
    if (key === undefined) return perform(context);
    const keyed = {
      key,
      index: 0,
      procedure: name,
      hasSecretAnswer,
      rawInput: input,
      onReplay: () => call.request.answerHeaders.set('idempotent-replayed', 'true'),
    };
    const answer = await this.idempotent.run(context, keyed, perform);
    return JSON.parse(answer.text) as T;
  }
}

function contextOf({ request, person, principal }: GuardedCall): CallContext {
  return {
    requestId: request.id,
    transaction: null,
    person: person!,
    principal: principal!,
    organizationId: principal!.organizationId,
  };
}
