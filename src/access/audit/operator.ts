import type { UserId } from '../../kernel/ids';
import type { AuditActor } from './audit-trail';
import { newUuid } from '../../platform/crypto/random';
import type { DatabaseContext } from '../../platform/database/transaction';

/** The context of a command that the operator of the installation runs: no user acts, and there is no request. */
export interface OperatorContext extends DatabaseContext {
  /** Identifies the run of the command in the audit log. */
  readonly requestId: string;
}

export function operatorContext(): OperatorContext {
  return { transaction: null, requestId: newUuid() };
}

/** In the audit log, the operator acts on the account of a user, as with a mailed link. */
export function operatorActor(userId: UserId | null): AuditActor {
  return { userId, ip: null, userAgent: null, credential: { kind: 'operator', id: 'command-line' } };
}
