import { Injectable } from '@nestjs/common';
import type { GuardedCall } from '../access/guarded-call';
import type { CallContext } from '../access/principal';
import { AuditedCalls } from './audited-calls';
import type { AuditedRecord } from './audited-record';
import { IdempotentCalls } from './idempotent-calls';

/** What a mutation by plain route says of itself. */
export interface PlainMutation {
  /** Its name among the procedures, which audit and Idempotency-Key go by. */
  name: string;
  input: unknown;
  hasSecretAnswer?: boolean;
  /** As of procedures. The filter of failures records what is refused, by the name that the route has for it. */
  isAudited?: boolean;
  auditedRecord?: AuditedRecord;
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
    call.audited = audited;
    return this.audited.run(context, { ...audited, request: call.request, isMutation: false }, perform);
  }

  mutate<T>(
    call: GuardedCall,
    mutation: PlainMutation,
    perform: (context: CallContext) => Promise<T>,
  ): Promise<T> {
    const { name, input, isAudited, auditedRecord: record } = mutation;
    if (isAudited !== true) return this.keyed(call, mutation, perform);
    call.audited = { name, input };
    const audited = { request: call.request, name, isMutation: true, input, record };
    return this.keyed(call, mutation, (context) => this.audited.run(context, audited, perform));
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
