import type { AuditActor } from './audit-trail';
import type { IncomingRequest } from '../incoming-request';
import type { AuthenticatedUser } from '../principal';

/** The sender of a request, for the audit log; unknown for some requests. */
export function auditActor(request: IncomingRequest, person: AuthenticatedUser | null): AuditActor {
  return {
    userId: person?.userId ?? null,
    ip: request.ip,
    userAgent: request.header('user-agent') ?? null,
    ...(person === null ? {} : { credential: { kind: person.credential.kind, id: person.credential.id } }),
  };
}
