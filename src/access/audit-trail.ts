import type { OrganizationId } from '../kernel/ids';
import type { Json } from '../kernel/json';
import type { DatabaseContext } from '../platform/database/transaction';

/** Who is held to account: a person, a SCIM client, or nobody known (a sign-in with an unknown e-mail). */
export interface AuditActor {
  readonly userId: string | null;
  /** The request's address and user agent, as the server saw them. */
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** What they came with: a session, a token. */
  readonly credential?: { readonly kind: string; readonly id: string };
}

export interface AuditEntry {
  /** The procedure's name, or that of a plain route: `auth.signin`, `sso.saml.acs`. */
  readonly action: string;
  readonly outcome: 'success' | 'failure';
  /** The record that was acted on, by its id. */
  readonly target?: string | null;
  /** Why it was refused: a code that an administrator can look up. */
  readonly reason?: string;
  /** What else an administrator must know. Never a secret. */
  readonly details?: { readonly [key: string]: Json };
}

/** What is not of one organization. */
export interface PersonalAuditContext extends DatabaseContext {
  readonly requestId: string;
}

export interface AuditContext extends PersonalAuditContext {
  readonly organizationId: OrganizationId;
}

/**
 * The append-only record of who did what to identity, access and settings; implemented by modules/audit. Written in the
 * context's transaction when there is one, so that what rolls back leaves no entry; on its own otherwise.
 */
export abstract class AuditTrail {
  abstract record(context: AuditContext, actor: AuditActor, entry: AuditEntry): Promise<void>;

  /** As many as there are by one statement. */
  abstract recordAll(context: AuditContext, actor: AuditActor, entries: readonly AuditEntry[]): Promise<void>;

  /** An entry in each organization that the actor is an active member of: what is about the person as a whole. */
  abstract recordEverywhere(
    context: PersonalAuditContext,
    actor: AuditActor,
    entry: AuditEntry,
  ): Promise<void>;
}
