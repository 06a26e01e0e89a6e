import { AccessForbidden } from './access-errors';
import type { AuthenticatedUser } from './principal';

/** Rejects applications where data belongs to a user and not to an organization. */
export function rejectApplication({ credential }: AuthenticatedUser): void {
  if (credential.kind === 'application')
    throw new AccessForbidden("An application cannot manage the user's account");
}
