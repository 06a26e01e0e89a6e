import { Injectable } from '@nestjs/common';
import type { GuardedCall } from '../access/guarded-call';
import type { CallContext } from '../access/principal';
import { AuditedCalls } from '../access/audit/audited-calls';
import type { AuditSnapshot } from '../access/audit/audit-snapshot';
import { IdempotentCalls } from './idempotent-calls';

/** The options of a mutation over an HTTP route. */
export interface HttpMutation {
  /** Its procedure name, for the audit log and Idempotency-Key. */
  name: string;
  input: unknown;
  hasSecretAnswer?: boolean;
  /** As for procedures. The exception filter records rejections, with the audit name of the route. */
  isAudited?: boolean;
  recordAuditSnapshot?: AuditSnapshot;
}

/** Runs an HTTP route's action for a member, with `Idempotency-Key` as for procedures. */
@Injectable()
export class HttpCalls {
  constructor(
    private readonly idempotent: IdempotentCalls,
    private readonly audited: AuditedCalls,
  ) {}

  /** Calls that change nothing can be repeated without a key. */
  read<T>(
    call: GuardedCall,
    perform: (context: CallContext) => Promise<T>,
    audited?: Pick<HttpMutation, 'name' | 'input'>,
  ): Promise<T> {
    const context = contextOf(call);
    if (audited === undefined) return perform(context);
    call.audited = audited;
    return this.audited.run(context, { ...audited, request: call.request, isMutation: false }, perform);
  }

  mutate<T>(
    call: GuardedCall,
    mutation: HttpMutation,
    perform: (context: CallContext) => Promise<T>,
  ): Promise<T> {
    const { name, input, isAudited, recordAuditSnapshot: record } = mutation;
    if (isAudited !== true) return this.keyed(call, mutation, perform);
    call.audited = { name, input };
    const audited = { request: call.request, name, isMutation: true, input, record };
    return this.keyed(call, mutation, (context) => this.audited.run(context, audited, perform));
  }

  private async keyed<T>(
    call: GuardedCall,
    { name, input, hasSecretAnswer = false }: HttpMutation,
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

function contextOf({ request, person, principal, lease }: GuardedCall): CallContext {
  return {
    requestId: request.id,
    transaction: null,
    person: person!,
    principal: principal!,
    organizationId: principal!.organizationId,
    lease: lease!,
  };
}
