import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error';
import { auditActor } from '../../../access/audit/audit-actor';
import { AuditTrail } from '../../../access/audit/audit-trail';
import type { IncomingRequest } from '../../../access/incoming-request';
import type { AuthenticatedUser } from '../../../access/principal';
import { NO_TRANSACTION } from '../../../platform/database/database';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import type { ProviderName } from '../provider';

const ACTION = 'auth.identities.connect';

/** Records in the audit log of each organization of the user that a sign-in provider was connected, or was rejected. */
@Injectable()
export class ProviderConnectionAuditService {
  constructor(private readonly trail: AuditTrail) {}

  /** In the transaction that stores the identity. */
  connected(
    { transaction }: InTransaction<DatabaseContext>,
    request: IncomingRequest,
    person: AuthenticatedUser,
    provider: ProviderName,
  ): Promise<void> {
    return this.trail.recordEverywhere({ transaction, requestId: request.id }, auditActor(request, person), {
      action: ACTION,
      outcome: 'success',
      target: person.userId,
      details: { provider },
    });
  }

  async rejected(
    request: IncomingRequest,
    person: AuthenticatedUser,
    provider: ProviderName,
    rejection: unknown,
  ): Promise<void> {
    if (!(rejection instanceof AppError)) return;
    await this.trail.recordEverywhere(
      { ...NO_TRANSACTION, requestId: request.id },
      auditActor(request, person),
      {
        action: ACTION,
        outcome: 'failure',
        reason: rejection.reason ?? rejection.code.toLowerCase(),
        target: person.userId,
        details: { provider },
      },
    );
  }
}
