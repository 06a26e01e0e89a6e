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
    actor: actorId === null ? null : { id: actorId, name: actorName, email: actorEmail },
    credential: credentialKind === null ? null : { kind: credentialKind, id: credentialId },
  };
}
