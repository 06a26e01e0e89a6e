import { Injectable } from '@nestjs/common';
import type { AppError } from '../kernel/app-error';
import type { ErrorCode } from '../kernel/error-code';
import type { OrganizationId } from '../kernel/ids';
import { auditActor } from '../access/audit-actor';
import { type AuditEntry, AuditTrail } from '../access/audit-trail';
import { Authenticator } from '../access/authenticator';
import type { GuardedCall } from '../access/guarded-call';
import type { IncomingRequest } from '../access/incoming-request';
import { StandingReader } from '../access/ports';
import type { CallContext, PersonContext } from '../access/principal';
import { NO_TRANSACTION } from '../platform/database/database';
import type { InTransaction } from '../platform/database/transaction';
import { TransactionRunner } from '../platform/database/transaction-runner';
import { Log } from '../platform/logging/log';
import { answeredId, answeredOrganization, namedTarget, shownInput } from './audited-input';
import type { AuditedRecord } from './audited-record';
import { AuditedRecordsRepository } from './audited-records.repository';
import { changedFields, type Fields } from './changed-fields';

/** Refusals that an administrator wants to know of. Slips of the pen and limits are none. */
const TOLD: ReadonlySet<ErrorCode> = new Set(['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT']);

export interface AuditedCall {
  request: IncomingRequest;
  name: string;
  isMutation: boolean;
  input: unknown;
  /** Of mutations: what the entry tells as it was before and is after. */
  record?: AuditedRecord | undefined;
}

/** Keeps the audit log of procedures and plain routes that ask for it. */
@Injectable()
export class AuditedCalls {
  constructor(
    private readonly trail: AuditTrail,
    private readonly records: AuditedRecordsRepository,
    private readonly transactions: TransactionRunner,
    private readonly authenticator: Authenticator,
    private readonly standings: StandingReader,
    private readonly log: Log,
  ) {}

  /** Runs what is audited: the change and its entry commit together, or neither. */
  run<C extends PersonContext, T>(
    context: C,
    call: AuditedCall,
    perform: (context: C) => T | Promise<T>,
  ): Promise<T> {
    return call.isMutation
      ? this.transactions.run(context, (tx) => this.change(tx, call, perform))
      : this.look(context, call, perform);
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

  private async look<C extends PersonContext, T>(
    context: C,
    call: AuditedCall,
    perform: (context: C) => T | Promise<T>,
  ): Promise<T> {
    const answer = await perform(context);
    await this.success(context, call, answer, {});
    return answer;
  }

  private async change<C extends PersonContext, T>(
    tx: InTransaction<C>,
    call: AuditedCall,
    perform: (context: C) => T | Promise<T>,
  ): Promise<T> {
    const organizationId = organizationOf(tx);
    if (call.record?.isHeld === true && organizationId !== null) await this.records.hold(tx, organizationId);
    const before = await this.fieldsNow(tx, call);
    const answer = await perform(tx);
    const after = await this.fieldsNow(tx, call, answer);
    await this.success(tx, call, answer, changedFields(before, after));
    return answer;
  }

  /** Of the record that the call names or, once there is an answer, has made. */
  private async fieldsNow(
    tx: InTransaction<PersonContext>,
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
    context: PersonContext,
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

  /** The organization whose business the call was; null when the caller is nobody there. */
  private async organizationOf({ request, requirement, person, principal }: GuardedCall) {
    if (principal !== null) return principal.organizationId;
    if (requirement.role === 'person') return null;
    // Refused before, or by, the question what they are there: a member who must sign on elsewhere is a member.
    const tenant = await this.authenticator.tenant(request, person!).catch(() => null);
    if (tenant === null) return null;
    const standing = await this.standings.standing(tenant.organizationId, person!.userId);
    return standing === null ? null : tenant.organizationId;
  }
}

function organizationOf(context: PersonContext | CallContext): OrganizationId | null {
  return 'organizationId' in context ? context.organizationId : null;
}
