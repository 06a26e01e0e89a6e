import { Injectable } from '@nestjs/common';
import type { GuardedCall } from '../access/guarded-call';
import type { CallContext } from '../access/principal';
import { AuditedCalls } from './audited-calls';
import { asAppError } from './error-shape';
import { IdempotentCalls } from './idempotent-calls';

/** What a mutation by plain route says of itself. */
export interface PlainMutation {
  /** Its name among the procedures, which audit and Idempotency-Key go by. */
  name: string;
  input: unknown;
  hasSecretAnswer?: boolean;
  /** As of procedures. What guards refuse of a plain route leaves no entry: they come before it. */
  isAudited?: boolean;
}

/** Runs what a plain route does for a member, with `Idempotency-Key` as procedures have it. */
@Injectable()
export class PlainCalls {
  constructor(
    private readonly idempotent: IdempotentCalls,
    private readonly audited: AuditedCalls,
  ) {}

  /** What changes nothing may be repeated without a key. */
  read<T>(
    call: GuardedCall,
    perform: (context: CallContext) => Promise<T>,
    audited?: Pick<PlainMutation, 'name' | 'input'>,
  ): Promise<T> {
    const context = contextOf(call);
    if (audited === undefined) return perform(context);
    return this.telling(call, audited, () =>
      this.audited.run(context, { ...audited, request: call.request, isMutation: false }, perform),
    );
  }

  async mutate<T>(
    call: GuardedCall,
    mutation: PlainMutation,
    perform: (context: CallContext) => Promise<T>,
  ): Promise<T> {
    if (!mutation.isAudited) return this.keyed(call, mutation, perform);
    const { name, input } = mutation;
    const audited = { request: call.request, name, isMutation: true, input };
    return this.telling(call, audited, () =>
      this.keyed(call, mutation, (context) => this.audited.run(context, audited, perform)),
    );
  }

  private async telling<T>(
    call: GuardedCall,
    { name, input }: Pick<PlainMutation, 'name' | 'input'>,
    act: () => Promise<T>,
  ): Promise<T> {
    try {
      return await act();
    } catch (thrown) {
      await this.audited.refused(call, name, input, asAppError(thrown));
      throw thrown;
    }
  }

  private async keyed<T>(
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
