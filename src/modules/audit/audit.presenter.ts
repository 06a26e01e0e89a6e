import type { AuditRow } from './audit.read-model';

export function presentAuditEntry({
  actorId,
  actorName,
  actorEmail,
  credentialKind,
  credentialId,
  ...row
}: AuditRow) {
  return {
    ...row,
    actor:
      actorId === null
        ? null
        : // Only service accounts have no address. That of an erased person is null.
          { id: actorId, name: actorName, email: actorEmail, isServiceAccount: actorEmail === '' },
    credential: credentialKind === null ? null : { kind: credentialKind, id: credentialId },
  };
}
