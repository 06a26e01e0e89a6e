import type { OrganizationId, SessionId, TokenId, UserId, WorkspaceId } from '../kernel/ids';
import type { DatabaseContext } from '../platform/database/transaction';
import type { Plan } from '../platform/config/limits.config';
import type { OrganizationRole, WorkspaceRole } from './role';
import type { Scope } from './scope';

export type Credential =
  | { readonly kind: 'session'; readonly id: SessionId }
  | { readonly kind: 'token'; readonly id: TokenId; readonly organizationId: OrganizationId };

/** Somebody whose credential holds. */
export interface Person {
  readonly userId: UserId;
  readonly credential: Credential;
  readonly scopes: ReadonlySet<Scope>;
}

/** What a person is in one organization. */
export interface Standing {
  readonly role: OrganizationRole;
  readonly workspaceRoles: ReadonlyMap<WorkspaceId, WorkspaceRole>;
}

/** An organization as guards need it. */
export interface Tenant {
  readonly organizationId: OrganizationId;
  readonly slug: string;
  readonly plan: Plan;
}

/** A person acting inside one organization: what services and policies decide on. */
export interface Principal extends Person, Standing {
  readonly organizationId: OrganizationId;
}

/** What every call carries through the layers, explicitly. */
export interface PersonContext extends DatabaseContext {
  readonly requestId: string;
  readonly person: Person;
}

/** A call inside an organization. */
export interface CallContext extends PersonContext {
  readonly principal: Principal;
  readonly organizationId: OrganizationId;
}
