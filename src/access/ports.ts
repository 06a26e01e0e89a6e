import type { OrganizationId, UserId } from '../kernel/ids';
import type { DatabaseContext, InTransaction } from '../platform/database/transaction';
import type { CallContext, AuthenticatedUser, Membership, Tenant } from './principal';

/** Finds organizations; implemented by modules/organizations. */
export abstract class TenantDirectory {
  abstract bySlug(slug: string): Promise<Tenant | null>;
  /** With an id or a slug, because `x-tenant-id` can contain either. */
  abstract byReference(reference: string): Promise<Tenant | null>;
  abstract byId(id: OrganizationId): Promise<Tenant | null>;
}

/** Checks a session cookie's value; implemented by modules/accounts. */
export abstract class SessionVerifier {
  /** `isUse`: the user has called, which prolongs the session. */
  abstract verify(cookie: string, isUse: boolean): Promise<AuthenticatedUser | null>;
}

/** A user's membership of an organization, and all organizations of a user; implemented by modules/hierarchy. */
export abstract class MembershipReader {
  /** Null without an active membership. */
  abstract membership(organizationId: OrganizationId, userId: UserId): Promise<Membership | null>;
  /** The same as read in the transaction, without a cache. */
  abstract membershipWithin(
    context: InTransaction<DatabaseContext>,
    organizationId: OrganizationId,
    userId: UserId,
  ): Promise<Membership | null>;
  abstract onlyOrganization(userId: UserId): Promise<OrganizationId | null>;
}

/** Records when members were last active; implemented by modules/members. Called on every call: only writes to memory. */
export abstract class MemberActivity {
  abstract note(organizationId: OrganizationId, userId: UserId): void;
}

/** The records that a caller can see; implemented by modules/hierarchy. */
export abstract class RecordVisibility {
  /** Throws the NOT_FOUND of a missing record when one of these exists and the caller does not see it. */
  abstract assertVisible(context: CallContext, ids: readonly string[]): Promise<void>;
}
