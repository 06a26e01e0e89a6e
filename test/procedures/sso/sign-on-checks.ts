import { auditEntries } from '../../support/audit';
import type { TestOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import type { TestIdentityProvider } from '../../support/identity-provider/test-identity-provider';

/** Why the last sign-on was rejected; null when it was not. */
export async function problemOf({ organization }: TestIdentityProvider): Promise<string | null> {
  const [entry] = await auditEntries(organization, { action: 'auth.signin', limit: 1 });
  return entry?.outcome === 'failure' ? entry.reason : null;
}

export async function roleOf(
  { organization }: TestIdentityProvider,
  email: string,
): Promise<string | undefined> {
  const { rows } = await organization.app.sql.query<{ role: string }>(
    `select role from members join users on users.id = user_id where organization_id = $1 and email_key = $2`,
    [organization.id, email],
  );
  return rows[0]?.role;
}

/** A domain as if the DNS had been asked. */
export async function verifiedDomain({ id, app, owner }: TestOrganization, domain: string): Promise<void> {
  const added = await made(owner.client, 'sso.domains.add', { domain });
  await app.sql.query('update sso_domains set verified_at = now() where organization_id = $1 and id = $2', [
    id,
    added.id,
  ]);
}
