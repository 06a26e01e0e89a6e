import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { containsAddress } from '../../platform/config/cidr';
import { NO_TRANSACTION } from '../../platform/database/database';
import { Log } from '../../platform/logging/log';
import { AddressNotAllowed } from '../access-errors';
import { auditActor } from '../audit/audit-actor';
import { AuditTrail } from '../audit/audit-trail';
import type { KnownBearer } from '../bearer-tokens';
import type { IncomingRequest } from '../incoming-request';

/** A program with a wrong address retries for days: its first call in this time is in the audit log. */
const RECORDED_AGAIN_AFTER_MS = 3_600_000;
const REMEMBERED_MAX = 10_000;

/** Rejects credentials from other addresses than those they are limited to. */
@Injectable()
export class AddressLimits {
  /** When a rejection was recorded, in epoch milliseconds, by credential and address; the oldest first. */
  private readonly recorded = new Map<string, number>();

  constructor(
    private readonly trail: AuditTrail,
    private readonly log: Log,
  ) {}

  async assertAllowed(request: IncomingRequest, bearer: KnownBearer['person']): Promise<void> {
    const { allowedAddresses } = bearer;
    if (allowedAddresses === undefined || containsAddress(allowedAddresses, request.ip)) return;
    if (this.isFirst(`${bearer.credential.id} ${request.ip}`)) await this.record(request, bearer);
    throw new AddressNotAllowed();
  }

  private isFirst(key: string): boolean {
    const now = clock.nowMs();
    if ((this.recorded.get(key) ?? -Infinity) > now - RECORDED_AGAIN_AFTER_MS) return false;
    this.recorded.delete(key);
    this.recorded.set(key, now);
    if (this.recorded.size > REMEMBERED_MAX) this.recorded.delete(this.recorded.keys().next().value!);
    return true;
  }

  /** Never changes the response. */
  private async record(request: IncomingRequest, bearer: KnownBearer['person']): Promise<void> {
    const { id, organizationId } = bearer.credential;
    const error = new AddressNotAllowed();
    try {
      const context = { ...NO_TRANSACTION, organizationId, requestId: request.id };
      await this.trail.record(context, auditActor(request, bearer), {
        action: 'auth.tokens.use',
        outcome: 'failure',
        reason: error.reason!,
        target: id,
        details: { message: error.message },
      });
    } catch (failure) {
      this.log.error('a rejection could not be recorded', { requestId: request.id, error: failure });
    }
  }
}
