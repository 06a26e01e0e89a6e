import type { AuditRow } from './audit.read-model';

/** The entry as its seal covers it. */
export function sealedAuditEntry({
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

export function presentAuditEntry(row: AuditRow) {
  const entry = sealedAuditEntry(row);
  const { actor } = entry;
  // Only service accounts have an empty address. That of an erased person is null.
  return { ...entry, actor: actor && { ...actor, isServiceAccount: actor.email === '' } };
}
