import type { TestOrganization } from './factories/organization.factory';

export interface ShownAuditEntry {
  id: string;
  action: string;
  outcome: string;
  reason: string | null;
  actor: { id: string; name: string | null; email: string | null; isServiceAccount: boolean } | null;
  credential: { kind: string; id: string } | null;
  ip: string | null;
  userAgent: string | null;
  target: string | null;
  details: { input?: unknown; before?: object; after?: object; [key: string]: unknown };
  requestId: string;
  createdAt: string;
}

/** The audit log as the owner reads it, newest first. */
export async function auditEntries(
  { owner }: TestOrganization,
  input: object = {},
): Promise<ShownAuditEntry[]> {
  const { status, data, body } = await owner.client.query('audit.list', { limit: 200, ...input });
  if (status !== 200) throw new Error(`audit.list answered ${status}: ${JSON.stringify(body)}`);
  return (data as { entries: ShownAuditEntry[] }).entries;
}

/** The changes of the record in the newest entry. */
export async function newestChange(organization: TestOrganization): Promise<[object?, object?]> {
  const [entry] = await auditEntries(organization, { limit: 1 });
  return [entry?.details.before, entry?.details.after];
}
