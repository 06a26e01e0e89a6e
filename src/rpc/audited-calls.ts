import { Injectable } from '@nestjs/common';
import type { AppError } from '../kernel/app-error';
import type { ErrorCode } from '../kernel/error-code';
import { auditActor } from '../access/audit-actor';
import { type AuditEntry, AuditTrail } from '../access/audit-trail';
import { Authenticator } from '../access/authenticator';
import type { GuardedCall } from '../access/guarded-call';
import type { IncomingRequest } from '../access/incoming-request';
import type { CallContext, PersonContext } from '../access/principal';
import { NO_TRANSACTION } from '../platform/database/database';
import { TransactionRunner } from '../platform/database/transaction-runner';
import { Log } from '../platform/logging/log';
import { answeredId, answeredOrganization, namedTarget, shownInput } from './audited-input';

/** Refusals that an administrator wants to know of. Slips of the pen and limits are none. */
const TOLD: ReadonlySet<ErrorCode> = new Set(['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT']);

export interface AuditedCall {
  request: IncomingRequest;
  name: string;
  isMutation: boolean;
  input: unknown;
}

/** Keeps the audit log of procedures and plain routes that ask for it. */
@Injectable()
export class AuditedCalls {
  constructor(
    private readonly trail: AuditTrail,
    private readonly transactions: TransactionRunner,
    private readonly authenticator: Authenticator,
    private readonly log: Log,
  ) {}

  /** Runs what is audited: the change and its entry commit together, or neither. */
  run<C extends PersonContext, T>(
    context: C,
    call: AuditedCall,
    perform: (context: C) => T | Promise<T>,
  ): Promise<T> {
    const recorded = async (inside: C) => {
      const answer = await perform(inside);
      await this.success(inside, call, answer);
      return answer;
    };
    return call.isMutation ? this.transactions.run(context, recorded) : recorded(context);
  }

  /** Records a refusal, on its own: what was refused has been rolled back. Never changes what the caller gets. */
  async refused(call: GuardedCall, name: string, rawInput: unknown, error: AppError): Promise<void> {
    if (call.person === null || !TOLD.has(error.code)) return;
    const entry: AuditEntry = {
      action: name,
      outcome: 'failure',
      reason: error.reason ?? error.code.toLowerCase(),
      target: namedTarget(rawInput),
      details: { message: error.message },
    };
    const actor = auditActor(call.request, call.person);
    const context = { ...NO_TRANSACTION, requestId: call.request.id };
    try {
      const organizationId = await this.organizationOf(call);
      if (organizationId !== null) await this.trail.record({ ...context, organizationId }, actor, entry);
      else if (call.requirement.role === 'person') await this.trail.recordEverywhere(context, actor, entry);
    } catch (failure) {
      this.log.error('a refusal could not be recorded', { requestId: call.request.id, name, error: failure });
    }
  }

  private async success(
    context: PersonContext | CallContext,
    { request, name, input }: AuditedCall,
    answer: unknown,
  ): Promise<void> {
    const actor = auditActor(request, context.person);
    const madeId = answeredId(answer);
    const entry: AuditEntry = {
      action: name,
      outcome: 'success',
      target: namedTarget(input) ?? madeId,
      details: shownInput(input),
    };
    const organizationId =
      'organizationId' in context ? context.organizationId : answeredOrganization(answer);
    if (organizationId === null) await this.trail.recordEverywhere(context, actor, entry);
    else await this.trail.record({ ...context, organizationId }, actor, entry);
  }

  /** The organization whose business the call was; null when the caller is nobody there. */
  private async organizationOf({ request, requirement, person, principal }: GuardedCall) {
    if (principal !== null) return principal.organizationId;
    if (requirement.role === 'person') return null;
    // Refused before it was asked what they are.
    return this.authenticator.principal(request, person!).then(
      (found) => found.organizationId,
      () => null,
    );
  }
}
