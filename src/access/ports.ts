import type { OrganizationId, UserId } from '../kernel/ids';
import type { Person, Standing, Tenant } from './principal';

/** Finds organizations; implemented by modules/organizations. */
export abstract class TenantDirectory {
  abstract bySlug(slug: string): Promise<Tenant | null>;
  /** By id or slug, as `x-tenant-id` may name either. */
  abstract byReference(reference: string): Promise<Tenant | null>;
  abstract byId(id: OrganizationId): Promise<Tenant | null>;
}

/** Checks a session cookie's value; implemented by modules/accounts. */
export abstract class SessionVerifier {
  abstract verify(cookie: string): Promise<Person | null>;
}

/** What a person is in an organization, and where they belong; implemented by modules/hierarchy. */
export abstract class StandingReader {
  /** Null without an active membership. */
  abstract standing(organizationId: OrganizationId, userId: UserId): Promise<Standing | null>;
  abstract onlyOrganization(userId: UserId): Promise<OrganizationId | null>;
}

/** Keeps when members were last active; implemented by modules/members. Called at every call: it must only take a note. */
export abstract class MemberActivity {
  abstract note(organizationId: OrganizationId, userId: UserId): void;
}
