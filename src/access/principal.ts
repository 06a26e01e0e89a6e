import type {
  ApplicationId,
  AutomationId,
  BoardId,
  FormId,
  GrantId,
  OrganizationId,
  ProjectId,
  SessionId,
  TokenId,
  UserId,
  WorkspaceId,
} from '../kernel/ids';
import type { AddressSet } from '../platform/config/cidr';
import type { DatabaseContext } from '../platform/database/transaction';
import type { CausedContext } from '../platform/events/origin-of';
import type { Plan } from '../platform/config/limits.config';
import type { PlaceLimits } from './limits/place-limits';
import type { BoardPermission, OrganizationRole, WorkspaceRole } from './role';
import type { Scope } from './scope';

/** How a user authenticated when the session started. */
export const SIGN_IN_METHODS = ['password', 'saml', 'oidc', 'provider'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** A credential that is valid in one organization only. */
export type BearerCredential =
  | {
      readonly kind: 'token';
      readonly id: TokenId;
      readonly organizationId: OrganizationId;
    }
  | {
      /** An application that the user authorized, with any of its access tokens. */
      readonly kind: 'application';
      readonly id: GrantId;
      readonly applicationId: ApplicationId;
      readonly organizationId: OrganizationId;
    };

/** An automation, which acts for the user who created it. */
export interface AutomationCredential {
  readonly kind: 'automation';
  readonly id: AutomationId;
  readonly organizationId: OrganizationId;
}

/** What a client presents, or an automation instead of a client. */
export type Credential = ClientCredential | AutomationCredential;

export type ClientCredential =
  | {
      readonly kind: 'session';
      readonly id: SessionId;
      readonly method: SignInMethod;
      /** The organization whose single sign-on created the session; null for other sessions. */
      readonly signOnOrganizationId: OrganizationId | null;
    }
  | BearerCredential;

/** A user with a valid credential. */
export interface AuthenticatedUser {
  readonly userId: UserId;
  readonly credential: Credential;
  readonly scopes: ReadonlySet<Scope>;
  /** When the credential ends, in epoch milliseconds, unless it is used until then; absent if it does not end by itself. */
  readonly expiresAtMs?: number;
  /** Absent for a credential without limits. */
  readonly placeLimits?: PlaceLimits;
  /** Absent for a credential that works from every address. */
  readonly allowedAddresses?: AddressSet;
}

/** A guest's permission on a shared board, and the board's project and workspace. */
export interface BoardShare {
  readonly permission: BoardPermission;
  readonly projectId: ProjectId;
  readonly workspaceId: WorkspaceId;
}

/** A user's membership of one organization. */
export interface Membership {
  readonly role: OrganizationRole;
  readonly workspaceRoles: ReadonlyMap<WorkspaceId, WorkspaceRole>;
  /** The boards that are shared with a guest; absent for all other roles. */
  readonly sharedBoards?: ReadonlyMap<BoardId, BoardShare>;
  /** Set when the organization requires a second factor that the user does not have: access is denied from then on. */
  readonly secondFactorDueAt?: Date | null;
}

/** An organization as guards need it. */
export interface Tenant {
  readonly organizationId: OrganizationId;
  readonly slug: string;
  readonly plan: Plan;
  /** Sessions of all members but the owner must have started with the organization's own single sign-on. */
  readonly requiresSignOn: boolean;
}

/** The access to decide with: a user's in one organization, or that of a form, which acts for its respondents. */
export interface Actor extends Membership {
  readonly userId: UserId;
  readonly organizationId: OrganizationId;
  /** Absent for an actor who sees everything that the role shows. */
  readonly placeLimits?: PlaceLimits;
}

/** A user who acts in one organization: services and policies decide with it. */
export interface Principal extends AuthenticatedUser, Actor {
  /** The cached membership that the role and the shares were read from. */
  readonly membership: Membership;
}

/** The context that every call passes through the layers explicitly. */
export interface UserContext extends DatabaseContext, CausedContext {
  readonly requestId: string;
  readonly person: AuthenticatedUser;
}

/** The context of a change in an organization, whether a user calls or a form is submitted. */
export interface ActingContext extends DatabaseContext, CausedContext {
  readonly requestId: string;
  readonly organizationId: OrganizationId;
  /** With its user as the creator of what the change creates. */
  readonly principal: Actor;
  /** The actor of the events; null when no user acts. */
  readonly person: { readonly userId: UserId | null };
  /** The form that is submitted: its respondent refers only to files that were uploaded with it. */
  readonly formId?: FormId;
}

/** The context of a call in an organization. */
export interface CallContext extends UserContext {
  readonly principal: Principal;
  readonly organizationId: OrganizationId;
  /** Host header of the request; absent in background jobs. */
  readonly host?: string;
}
