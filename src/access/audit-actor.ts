import type { AuditActor } from './audit-trail';
import type { IncomingRequest } from './incoming-request';
import type { Person } from './principal';

/** Who sent a request, for the audit log; nobody is known of some. */
export function auditActor(request: IncomingRequest, person: Person | null): AuditActor {
  return {
    userId: person?.userId ?? null,
    ip: request.ip,
    userAgent: request.header('user-agent') ?? null,
    ...(person === null ? {} : { credential: { kind: person.credential.kind, id: person.credential.id } }),
  };
}
