import type { SIGN_IN_LIMITS } from '../access/rate-limits';
import type { Requirement } from '../access/requirement';

export const PLAIN_ROUTE = Symbol('plain route');

/** What a plain route says of itself. A public one asks nothing of its caller. */
export interface PlainRoute {
  requirement: Requirement | null;
  /** Who may call, where that is neither anybody nor a person: for the table of permissions. */
  caller?: string;
  /** A sign-in limit per address, besides the one of all calls without a credential. */
  addressLimit?: keyof typeof SIGN_IN_LIMITS;
  /** What the audit log calls it: then it tells what guards refuse, too. */
  auditedAs?: string;
}

/** Far above any form that people fill in; whoever is nobody yet makes the service parse no more than this. */
export const PLAIN_BODY_MAX_BYTES = 64 * 1024;

/** What the HTTP framework is told of a plain route, for HttpServer to set its body limit by. */
export interface PlainRouteConfig {
  maxBodyBytes?: number;
}
