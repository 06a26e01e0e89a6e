import type { SIGN_IN_LIMITS } from '../access/rate-limits';
import type { Requirement } from '../access/requirement';

export const PLAIN_ROUTE = Symbol('plain route');

/** What a plain route says of itself. A public one asks nothing of its caller. */
export interface PlainRoute {
  requirement: Requirement | null;
  /** A sign-in limit per address, besides the one of all calls without a credential. */
  addressLimit?: keyof typeof SIGN_IN_LIMITS;
}
