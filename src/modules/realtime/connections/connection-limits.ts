import type { OrganizationId, UserId } from '../../../kernel/ids';
import { RateLimitExceeded } from '../../../access/rate-limits';
import type { Connection } from './connection';
import type { SocketCaller } from './socket-caller';

/** Open sockets in one process. */
const SOCKETS_PER_USER = 100;
const SOCKETS_PER_ORGANIZATION = 5_000;
const RETRY_SECONDS = 60;

/** Counts the open sockets of users and organizations. */
export class ConnectionLimits {
  private readonly counts = new Map<string, number>();

  /** `isOff`: for load tests. */
  constructor(private readonly isOff: boolean) {}

  assertRoom({ organizationId, userId }: SocketCaller): void {
    if (this.isOff) return;
    const ofUser = this.counts.get(userKey(organizationId, userId)) ?? 0;
    const ofOrganization = this.counts.get(organizationId) ?? 0;
    if (ofUser >= SOCKETS_PER_USER || ofOrganization >= SOCKETS_PER_ORGANIZATION)
      throw new RateLimitExceeded(RETRY_SECONDS);
  }

  add(connection: Connection): void {
    this.change(connection, 1);
  }

  remove(connection: Connection): void {
    this.change(connection, -1);
  }

  private change({ organizationId, userId }: Connection, by: number): void {
    for (const key of [organizationId, userKey(organizationId, userId)]) {
      const count = (this.counts.get(key) ?? 0) + by;
      if (count === 0) this.counts.delete(key);
      else this.counts.set(key, count);
    }
  }
}

function userKey(organizationId: OrganizationId, userId: UserId): string {
  return `${organizationId}:${userId}`;
}
