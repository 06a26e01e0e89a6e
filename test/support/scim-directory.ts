import { WireClient } from './client';
import type { WireAnswer } from './client';
import { anOrganization, type TestOrganization } from './factories/organization.factory';
import { made } from './factories/workspace.factory';
import { TestIdentityProvider } from './identity-provider/test-identity-provider';
import type { TestApp } from './app';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const SEARCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';
export const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';
export const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

export interface ScimAnswer extends Omit<WireAnswer, 'body'> {
  // The wire is untyped here: specs assert on it.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

/** A directory that synchronizes one organization, as an identity provider does it. */
export class ScimDirectory {
  constructor(
    readonly organization: TestOrganization,
    readonly tokenId: string,
    readonly client: WireClient,
  ) {}

  request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ScimAnswer> {
    const type: Record<string, string> =
      body === undefined ? {} : { 'content-type': 'application/scim+json' };
    return this.client.request(method, `/api/scim/v2/${path}`, body, { ...type, ...headers });
  }

  filter(resource: 'Users' | 'Groups', filter: string, more = ''): Promise<ScimAnswer> {
    return this.request('GET', `${resource}?filter=${encodeURIComponent(filter)}${more}`);
  }

  patch(path: string, ...operations: unknown[]): Promise<ScimAnswer> {
    return this.request('PATCH', path, { schemas: [PATCH_SCHEMA], Operations: operations });
  }

  /** Creates a user; returns the resource. */
  async user(attributes: { userName: string; [key: string]: unknown }) {
    const answer = await this.request('POST', 'Users', {
      schemas: [USER_SCHEMA],
      active: true,
      ...attributes,
    });
    if (answer.status !== 201) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body as { id: string; [key: string]: unknown };
  }

  async group(displayName: string, memberIds: readonly string[] = []) {
    const members = memberIds.map((value) => ({ value }));
    const answer = await this.request('POST', 'Groups', { schemas: [GROUP_SCHEMA], displayName, members });
    if (answer.status !== 201) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body as { id: string; [key: string]: unknown };
  }

  /** The roles that single sign-on maps to names of groups; a user in none of them is a guest. */
  async mapGroups(groupRoles: Record<string, string>): Promise<void> {
    const { settings } = new TestIdentityProvider(this.organization);
    const { client } = this.organization.owner;
    await made(client, 'sso.update', { ...settings, defaultRole: 'guest', groupRoles });
  }

  /** By member. */
  async roles(): Promise<Map<string, string>> {
    const { id, app } = this.organization;
    const { rows } = await app.sql.query<{ id: string; role: string }>(
      'select user_id as id, role from members where organization_id = $1',
      [id],
    );
    return new Map(rows.map((row) => [row.id, row.role]));
  }
}

export async function aScimDirectory(
  options: { app?: TestApp; organization?: TestOrganization } = {},
): Promise<ScimDirectory> {
  const organization = options.organization ?? (await anOrganization(options));
  const { data } = await organization.owner.client.mutate('scim.tokens.create', { name: 'Directory' });
  const { id, token } = data as { id: string; token: string };
  return new ScimDirectory(
    organization,
    id,
    new WireClient(organization.app, { slug: organization.slug, token }),
  );
}
