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

/** Rejections that are relevant to an administrator. */
const AUDITED_CODES: ReadonlySet<ErrorCode> = new Set(['FORBIDDEN', 'CONFLICT', 'NOT_FOUND']);

/** Runs changes of directories and records them in the audit log with the SCIM token as the actor. */
@Injectable()
export class ScimAuditService {
  constructor(
    private readonly trail: AuditTrail,
    private readonly transactions: TransactionRunner,
    private readonly log: Log,
  ) {}

  /** Runs the change in one transaction; a rejection is recorded too. */
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

  /** In the transaction of the change. */
  done(tx: ScimTx, action: string, target: string, details: { [key: string]: Json }): Promise<void> {
    return this.trail.record(tx, actorOf(tx), { action, outcome: 'success', target, details });
  }

  /** Records an entry for each member whose role changed because of group memberships. */
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
      this.log.error('a rejection could not be recorded', { requestId: context.requestId, action, error });
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
