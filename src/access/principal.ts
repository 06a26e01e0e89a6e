import type {
  ApplicationId,
  BoardId,
  GrantId,
  OrganizationId,
  ProjectId,
  SessionId,
  TokenId,
  UserId,
  WorkspaceId,
} from '../kernel/ids';
import type { DatabaseContext } from '../platform/database/transaction';
import type { Plan } from '../platform/config/limits.config';
import type { BoardPermission, OrganizationRole, WorkspaceRole } from './role';
import type { Scope } from './scope';

/** How a person proved who they are when their session began. */
export const SIGN_IN_METHODS = ['password', 'saml', 'oidc', 'provider'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** What speaks for a person in one organization alone. */
export type BearerCredential =
  | { readonly kind: 'token'; readonly id: TokenId; readonly organizationId: OrganizationId }
  | {
      /** An application that the person authorized, by any of the access tokens that it was given for that. */
      readonly kind: 'application';
      readonly id: GrantId;
      readonly applicationId: ApplicationId;
      readonly organizationId: OrganizationId;
    };

export type Credential =
  | {
      readonly kind: 'session';
      readonly id: SessionId;
      readonly method: SignInMethod;
      /** The organization whose single sign-on began the session; null when none did. */
      readonly signOnOrganizationId: OrganizationId | null;
    }
  | BearerCredential;

/** Somebody whose credential holds. */
export interface Person {
  readonly userId: UserId;
  readonly credential: Credential;
  readonly scopes: ReadonlySet<Scope>;
}

/** What a guest may do on a board that is shared with them, and where that board lies. */
export interface BoardShare {
  readonly permission: BoardPermission;
  readonly projectId: ProjectId;
  readonly workspaceId: WorkspaceId;
}

/** What a person is in one organization. */
export interface Standing {
  readonly role: OrganizationRole;
  readonly workspaceRoles: ReadonlyMap<WorkspaceId, WorkspaceRole>;
  /** The boards that are shared with a guest; absent for everybody else. */
  readonly sharedBoards?: ReadonlyMap<BoardId, BoardShare>;
  /** Set while the organization requires a second factor that the person does not have: from then on they are kept out. */
  readonly secondFactorDueAt?: Date | null;
}

/** An organization as guards need it. */
export interface Tenant {
  readonly organizationId: OrganizationId;
  readonly slug: string;
  readonly plan: Plan;
  /** Sessions of everybody but the owner must have begun by the organization's own single sign-on. */
  readonly requiresSignOn: boolean;
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
