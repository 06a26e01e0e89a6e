import type { SessionId } from '../../kernel/ids';
import { NotAllowed } from '../../access/access-errors';
import type { Person } from '../../access/principal';

/** The session that a session-only procedure is called with; guards have refused everything else before. */
export function sessionOf({ credential }: Person): SessionId {
  if (credential.kind !== 'session') throw new NotAllowed('This needs the session of a signed-in person');
  return credential.id;
}
