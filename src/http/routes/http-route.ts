import type { SIGN_IN_LIMITS } from '../../access/rate-limits';
import type { Requirement } from '../../access/requirement';
import type { BodyKind } from '../bodies/body-kind';

export const HTTP_ROUTE = Symbol('plain route');

/** The options of an HTTP route. A public route requires nothing of its caller. */
export interface HttpRoute {
  requirement: Requirement | null;
  /** Who can call the route, for the table of permissions, if the callers are neither the public nor users. */
  caller?: string;
  /** A sign-in limit per address, in addition to the limit of all calls without a credential. */
  addressLimit?: keyof typeof SIGN_IN_LIMITS;
  /** Also accepts the organization in the query, because a link has no header. */
  isDownload?: boolean;
  /** Its name in the audit log, which then also records rejections by guards. */
  auditedAs?: string;
  /** Runs mutations of its callers, which can be dry runs. */
  hasDryRuns?: boolean;
  /** Returns pages, also for errors. */
  isPage?: boolean;
}

/** Far above any form that users fill in; limits what the service parses for an unauthenticated caller. */
export const HTTP_BODY_MAX_BYTES = 64 * 1024;

/** The framework's configuration of an HTTP route. HttpServer sets its body limit and its parser accordingly. */
export interface HttpRouteConfig {
  maxBodyBytes?: number;
  acceptedBody?: BodyKind;
}
