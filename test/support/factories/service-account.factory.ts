import type { UserId } from '../../../src/kernel/ids';
import { WireClient } from '../client';
import type { TestOrganization } from './organization.factory';
import { made } from './workspace.factory';

export interface TestServiceAccount {
  id: UserId;
  tokenId: string;
  client: WireClient;
}

/** A service account with a token, created over the wire. */
export async function aServiceAccount(
  { app, slug, owner }: TestOrganization,
  { name = 'CI', role = 'member', scopes = ['read', 'write', 'delete', 'admin'] } = {},
): Promise<TestServiceAccount> {
  const { id } = await made(owner.client, 'organizations.serviceAccounts.create', { name, role });
  const input = { serviceAccountId: id, name: 'Pipeline', scopes };
  const created = await made(owner.client, 'organizations.serviceAccounts.createToken', input);
  const client = new WireClient(app, { token: created.token as string, slug });
  return { id: id as UserId, tokenId: created.id as string, client };
}
