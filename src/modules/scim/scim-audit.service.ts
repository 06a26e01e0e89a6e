import { Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error';
import type { ErrorCode } from '../../kernel/error-code';
import type { UserId } from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import { type AuditActor, AuditTrail } from '../../access/audit/audit-trail';
import type { OrganizationRole } from '../../access/role';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Log } from '../../platform/logging/log';
import type { ScimContext } from './scim-client';

export type ScimTx = InTransaction<ScimContext>;

/** Rejections that an administrator wants to know of. */
const AUDITED_CODES: ReadonlySet<ErrorCode> = new Set(['FORBIDDEN', 'CONFLICT', 'NOT_FOUND']);

/** Runs what directories change, and keeps the audit log of it under their token. */
@Injectable()
export class ScimAuditService {
  constructor(
    private readonly trail: AuditTrail,
    private readonly transactions: TransactionRunner,
    private readonly log: Log,
  ) {}

  /** All of it or nothing; what is rejected leaves an entry too. */
  async run<T>(
    context: ScimContext,
    { action, target = null }: { action: string; target?: string | null },
    work: (tx: ScimTx) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.transactions.run(context, work);
    } catch (error) {
      if (error instanceof AppError && AUDITED_CODES.has(error.code))
        await this.rejected(context, action, target, error);
      throw error;
    }
  }

  /** In the transaction of what was done. */
  done(tx: ScimTx, action: string, target: string, details: { [key: string]: Json }): Promise<void> {
    return this.trail.record(tx, actorOf(tx), { action, outcome: 'success', target, details });
  }

  /** What became of members by the groups that they are in: an entry for each. */
  rolesChanged(
    tx: ScimTx,
    previous: ReadonlyMap<UserId, OrganizationRole>,
    role: OrganizationRole,
  ): Promise<void> {
    const entries = [...previous].map(([target, before]) => ({
      action: 'scim.members.updateRole',
      outcome: 'success' as const,
      target,
      details: { before: { role: before }, after: { role } },
    }));
    return this.trail.recordAll(tx, actorOf(tx), entries);
  }

  private async rejected(
    context: ScimContext,
    action: string,
    target: string | null,
    { code, reason, message }: AppError,
  ): Promise<void> {
    const why = reason ?? code.toLowerCase();
    const entry = { action, outcome: 'failure', reason: why, target, details: { message } } as const;
    try {
      await this.trail.record(context, actorOf(context), entry);
    } catch (error) {
      this.log.error('a refusal could not be recorded', { requestId: context.requestId, action, error });
    }
  }
}

function actorOf({ client, request }: ScimContext): AuditActor {
  return {
    userId: null,
    ip: request.ip,
    userAgent: request.header('user-agent') ?? null,
    credential: { kind: 'scim', id: client.tokenId },
  };
}
