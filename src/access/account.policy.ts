import { forbidden, policy } from './policy';
import type { AuthenticatedUser } from './principal';

/** Data that belongs to the user and not to an organization. */
export const manageAccount = policy<void, AuthenticatedUser>(
  ({ credential }) => credential.kind !== 'application',
  forbidden("An application cannot manage the user's account"),
);
