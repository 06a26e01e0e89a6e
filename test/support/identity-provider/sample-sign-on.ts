import { made } from '../factories/workspace.factory';
import type { TestOrganization } from '../factories/organization.factory';
import { signingKey } from './self-signed';

/** Single sign-on as sweeps find it, and a domain that was shown to be the organization's; returns the domain's id. */
export async function aSignOnWithDomain({ id, slug, app, owner }: TestOrganization): Promise<string> {
  await made(owner.client, 'sso.update', {
    type: 'saml',
    entityId: `https://idp.example.com/${slug}`,
    ssoUrl: 'https://idp.example.com/sso',
    certificates: [signingKey('provider').certificate],
  });
  const domain = await made(owner.client, 'sso.domains.add', { domain: `${slug}.example.org` });
  await app.sql.query(
    'update sso_domains set verified_at = created_at where organization_id = $1 and id = $2',
    [id, domain.id],
  );
  return domain.id as string;
}
