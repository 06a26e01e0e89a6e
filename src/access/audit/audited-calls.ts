import { Injectable } from '@nestjs/common';
import type { AppError } from '../../kernel/app-error';
import type { ErrorCode } from '../../kernel/error-code';
import type { OrganizationId } from '../../kernel/ids';
import { auditActor } from './audit-actor';
import { type AuditEntry, AuditTrail } from './audit-trail';
import { Authenticator } from '../authenticator';
import type { GuardedCall } from '../guarded-call';
import type { IncomingRequest } from '../incoming-request';
import { MembershipReader } from '../ports';
import type { CallContext, UserContext } from '../principal';
import { NO_TRANSACTION } from '../../platform/database/database';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Log } from '../../platform/logging/log';
import { answeredId, answeredOrganization, namedTarget, shownInput } from './audited-input';
import type { AuditSnapshot } from './audit-snapshot';
import { AuditSnapshotsRepository } from './audit-snapshots.repository';
import { changedFields, type Fields } from './changed-fields';

/** Rejections that are relevant for administrators. Invalid input and rate limits are not. */
const AUDITED_CODES: ReadonlySet<ErrorCode> = new Set(['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT']);

export interface AuditedCall {
  request: IncomingRequest;
  name: string;
  isMutation: boolean;
  input: unknown;
  /** For mutations: the record whose old and new values the entry contains. */
  record?: AuditSnapshot | undefined;
}

/** Writes the audit log of procedures and HTTP routes that are audited. */
@Injectable()
export class AuditedCalls {
  constructor(
    private readonly trail: AuditTrail,
    private readonly records: AuditSnapshotsRepository,
    private readonly transactions: TransactionRunner,
    private readonly authenticator: Authenticator,
    private readonly memberships: MembershipReader,
    private readonly log: Log,
  ) {}

  /** Runs an audited call: the change and its entry commit together, or neither. */
  run<C extends UserContext, T>(
    context: C,
    call: AuditedCall,
    perform: (context: C) => T | Promise<T>,
  ): Promise<T> {
    return call.isMutation
      ? this.transactions.run(context, (tx) => this.change(tx, call, perform))
      : this.look(context, call, perform);
  }

  /** Records a rejection in a separate transaction, because the call was rolled back. Never changes the response. */
  async rejected(call: GuardedCall, name: string, rawInput: unknown, error: AppError): Promise<void> {
    if (call.person === null || !AUDITED_CODES.has(error.code)) return;
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
      this.log.error('a rejection could not be recorded', {
        requestId: call.request.id,
        name,
        error: failure,
      });
    }
  }

  private async look<C extends UserContext, T>(
    context: C,
    call: AuditedCall,
    perform: (context: C) => T | Promise<T>,
  ): Promise<T> {
    const answer = await perform(context);
    await this.success(context, call, answer, {});
    return answer;
  }

  private async change<C extends UserContext, T>(
    tx: InTransaction<C>,
    call: AuditedCall,
    perform: (context: C) => T | Promise<T>,
  ): Promise<T> {
    const organizationId = organizationOf(tx);
    if (call.record?.isHeld === true && organizationId !== null) await this.records.lock(tx, organizationId);
    const before = await this.fieldsNow(tx, call);
    const answer = await perform(tx);
    const after = await this.fieldsNow(tx, call, answer);
    await this.success(tx, call, answer, changedFields(before, after));
    return answer;
  }

  /** The record that the call names or, once there is a response, has created. */
  private async fieldsNow(
    tx: InTransaction<UserContext>,
    { input, record }: AuditedCall,
    answer?: unknown,
  ): Promise<Fields | null> {
    if (record === undefined) return null;
    return this.records.read(tx, record, {
      ...(input as object),
      callerId: tx.person.userId,
      organizationId: organizationOf(tx) ?? answeredOrganization(answer),
      target: namedTarget(input) ?? answeredId(answer),
    });
  }

  private async success(
    context: UserContext,
    { request, name, input }: AuditedCall,
    answer: unknown,
    changes: { before?: Fields; after?: Fields },
  ): Promise<void> {
    const actor = auditActor(request, context.person);
    const entry: AuditEntry = {
      action: name,
      outcome: 'success',
      target: namedTarget(input) ?? answeredId(answer),
      details: { ...shownInput(input), ...changes },
    };
    const organizationId = organizationOf(context) ?? answeredOrganization(answer);
    if (organizationId === null) await this.trail.recordEverywhere(context, actor, entry);
    else await this.trail.record({ ...context, organizationId }, actor, entry);
  }

  /** The organization of the call; null when the caller is not a member. */
  private async organizationOf({ request, requirement, person, principal }: GuardedCall) {
    if (principal !== null) return principal.organizationId;
    if (requirement.role === 'person') return null;
    // Rejected before or by the membership check: a member who must use single sign-on is still a member.
    const tenant = await this.authenticator.tenant(request, person!).catch(() => null);
    if (tenant === null) return null;
    const membership = await this.memberships.membership(tenant.organizationId, person!.userId);
    return membership === null ? null : tenant.organizationId;
  }
}

function organizationOf(context: UserContext | CallContext): OrganizationId | null {
  return 'organizationId' in context ? context.organizationId : null;
}
