import type { OrganizationId } from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import type { DatabaseContext } from '../../platform/database/transaction';

/** The actor: a user, a SCIM client, or unknown (a sign-in with an unknown e-mail). */
export interface AuditActor {
  readonly userId: string | null;
  /** The request's address and user agent, as the server saw them. */
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** The credential: a session or a token. */
  readonly credential?: { readonly kind: string; readonly id: string };
}

export interface AuditEntry {
  /** The name of the procedure or of the HTTP route: `auth.signin`, `sso.saml.acs`. */
  readonly action: string;
  readonly outcome: 'success' | 'failure';
  /** The id of the target record. */
  readonly target?: string | null;
  /** Why the call was rejected: a documented code. */
  readonly reason?: string;
  /** Additional facts for administrators. Never a secret. */
  readonly details?: { readonly [key: string]: Json };
}

/** An entry that belongs to no single organization. */
export interface PersonalAuditContext extends DatabaseContext {
  readonly requestId: string;
}

export interface AuditContext extends PersonalAuditContext {
  readonly organizationId: OrganizationId;
}

/**
 * The append-only log of changes to identity, access and settings; implemented by modules/audit. Written in the context's
 * transaction if there is one, so that a rollback leaves no entry; otherwise immediately.
 */
export abstract class AuditTrail {
  abstract record(context: AuditContext, actor: AuditActor, entry: AuditEntry): Promise<void>;

  /** Writes all entries with one statement. */
  abstract recordAll(context: AuditContext, actor: AuditActor, entries: readonly AuditEntry[]): Promise<void>;

  /** An entry in each organization that the actor is an active member of, for changes of the user account. */
  abstract recordEverywhere(
    context: PersonalAuditContext,
    actor: AuditActor,
    entry: AuditEntry,
  ): Promise<void>;
}
