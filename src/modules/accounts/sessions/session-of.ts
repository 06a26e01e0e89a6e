import type { SessionId } from '../../../kernel/ids';
import { AccessForbidden } from '../../../access/access-errors';
import type { AuthenticatedUser } from '../../../access/principal';

/** The session of a session-only procedure. Guards have rejected other credentials. */
export function sessionOf({ credential }: AuthenticatedUser): SessionId {
  if (credential.kind !== 'session')
    throw new AccessForbidden('This needs the session of a signed-in person');
  return credential.id;
}
