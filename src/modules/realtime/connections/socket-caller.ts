import { clock } from '../../../kernel/clock';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import { AccessForbidden } from '../../../access/access-errors';
import type { GuardedCall } from '../../../access/guarded-call';
import type { IncomingRequest } from '../../../access/incoming-request';
import type { CallContext } from '../../../access/principal';

/** While the end of a credential that was used is read from a cache. */
const RECHECK_MS = 5_000;

/** The user of a socket in an organization, whose access can change while the socket is open. */
export class SocketCaller {
  readonly userId: UserId;
  readonly organizationId: OrganizationId;
  /** When the access must be read again, although nothing has changed: a session, a token or a time limit ends then. */
  private dueAtMs: number;

  /** The guards have added the principal and the lease. */
  constructor(private readonly call: GuardedCall) {
    const { userId, organizationId } = call.principal!;
    this.userId = userId;
    this.organizationId = organizationId;
    this.dueAtMs = this.nextEnd();
  }

  get request(): IncomingRequest {
    return this.call.request;
  }

  /** Whether the access ends at about this time, unless it was prolonged. Reads memory only, as `isCurrent`. */
  isDue(): boolean {
    return this.dueAtMs <= clock.nowMs();
  }

  /** Whether nothing has changed that the access was read from, and no end of it is due. */
  isCurrent(): boolean {
    return !this.isDue() && this.call.lease!.isCurrent();
  }

  /** Reads the access again; throws when it has ended. */
  async renew(): Promise<void> {
    await this.call.lease!.renew();
    // The only organization of a user, which a session without a named one is for, can be another one now.
    if (this.call.principal!.organizationId !== this.organizationId)
      throw new AccessForbidden('You are not an active member of this organization');
    this.dueAtMs = this.nextEnd();
  }

  context(): CallContext {
    const { request, person, principal, lease } = this.call;
    return {
      requestId: request.id,
      transaction: null,
      person: person!,
      principal: principal!,
      organizationId: this.organizationId,
      host: request.host,
      lease: lease!,
    };
  }

  private nextEnd(): number {
    const now = clock.nowMs();
    const { expiresAtMs = Infinity } = this.call.person!;
    const secondFactorMs = this.call.principal!.membership.secondFactorDueAt?.getTime() ?? Infinity;
    return Math.min(
      // Use has prolonged the session since it was read.
      expiresAtMs > now ? expiresAtMs : now + RECHECK_MS,
      // Tokens are exempt from it.
      secondFactorMs > now ? secondFactorMs : Infinity,
    );
  }
}
