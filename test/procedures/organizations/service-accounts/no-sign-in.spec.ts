import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import { SessionsRepository } from '../../../../src/modules/accounts/sessions/sessions.repository';
import { MembersWithoutSecondFactorReadModel } from '../../../../src/modules/organizations/two-factor/members-without-second-factor.read-model';
import { sharedApp, type TestApp } from '../../../support/app';
import { WireClient } from '../../../support/client';
import { anOrganization, type TestOrganization } from '../../../support/factories/organization.factory';
import { aServiceAccount } from '../../../support/factories/service-account.factory';
import { made } from '../../../support/factories/workspace.factory';
import { refusedPaths } from '../../../support/refusals';
import { aScimDirectory, PATCH_SCHEMA } from '../../../support/scim-directory';

describe('a service account', () => {
  let app: TestApp;
  let organization: TestOrganization;
  beforeAll(async () => {
    app = await sharedApp();
  });
  beforeEach(async () => {
    organization = await anOrganization({ app });
  });
  const owner = () => organization.owner.client;

  it('has no address, and a password or the key of an address cannot be stored', async () => {
    const { id } = await aServiceAccount(organization);
    const { rows } = await app.sql.query('select email, email_key, password_hash from users where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ email: '', email_key: `service:${id}`, password_hash: null }]);
    for (const change of [`password_hash = 'x'`, `email_key = id || '@example.com'`])
      await expect(app.sql.query(`update users set ${change} where id = $1`, [id])).rejects.toThrow(
        /users_service_account_check/,
      );
  });

  it('401: cannot sign in, and gets no session in any way', async () => {
    const { id } = await aServiceAccount(organization);
    const anyone = new WireClient(app, { slug: organization.slug });
    for (const email of ['', `service:${id}`, `${id}@example.com`]) {
      const { status } = await anyone.request('POST', '/api/auth/signin', {
        email,
        password: 'correct horse battery',
      });
      expect([400, 401]).toContain(status);
    }
    const at = new Date();
    const session = {
      id: newId('session'),
      userId: id,
      startedAt: at,
      expiresAt: new Date(at.getTime() + 60_000),
      ip: '127.0.0.1',
      userAgent: null,
      method: 'saml',
      signOnOrganizationId: organization.id,
    } as const;
    const sessions = app.nest.get(SessionsRepository, { strict: false });
    const proven = { passwordHash: null, isSecondFactorSettled: true };
    expect(await sessions.start({ transaction: null }, session, proven)).toBe(false);
  });

  it('403: cannot change how it signs in', async () => {
    const { client } = await aServiceAccount(organization, { role: 'admin' });
    const email = 'thief@example.com';
    for (const [name, input] of [
      ['auth.changeEmail', { email }],
      ['auth.changePassword', { currentPassword: 'x', newPassword: 'staple battery horse' }],
      ['auth.twoFactor.begin', {}],
      ['auth.deleteAccount', {}],
      ['organizations.create', { name: 'Another' }],
    ] as const)
      expect([name, (await client.mutate(name, input)).status]).toEqual([name, 403]);
  });

  it('works where members need a second factor, without a notice that it lacks one', async () => {
    const { id, client } = await aServiceAccount(organization);
    const past = '2020-01-01T00:00:00Z';
    await app.sql.query('update organizations set two_factor_required_from = $2 where id = $1', [
      organization.id,
      past,
    ]);
    expect((await client.query('workspaces.list')).status).toBe(200);
    const lacking = await app.nest
      .get(MembersWithoutSecondFactorReadModel, { strict: false })
      .next({ organizationId: organization.id, transaction: null }, '');
    expect(lacking).toEqual([organization.owner.userId]);
    expect(lacking).not.toContain(id);
  });

  it('never becomes the owner', async () => {
    const { id } = await aServiceAccount(organization, { role: 'admin' });
    const answer = await owner().mutate('organizations.transferOwnership', { userId: id });
    expect(refusedPaths(answer)).toEqual(['userId']);
  });

  it('is no user of the directory', async () => {
    const { id } = await aServiceAccount(organization);
    const directory = await aScimDirectory({ organization });
    const listed = await directory.request('GET', 'Users');
    expect(listed.body.Resources.map((each: { id: string }) => each.id)).toEqual([organization.owner.userId]);
    const patch = {
      schemas: [PATCH_SCHEMA],
      Operations: [{ op: 'replace', path: 'active', value: false }],
    };
    expect((await directory.request('GET', `Users/${id}`)).status).toBe(404);
    expect((await directory.request('PATCH', `Users/${id}`, patch)).status).toBe(404);
    expect((await directory.request('DELETE', `Users/${id}`)).status).toBe(404);
    expect((await owner().query('organizations.members.get', { userId: id })).data.status).toBe('active');
  });

  it('can be erased after its deletion, without a change of other texts', async () => {
    const { id } = await aServiceAccount(organization, { name: 'Unmistakable' });
    await made(owner(), 'organizations.serviceAccounts.delete', { id });
    await made(owner(), 'organizations.members.erase', { userId: id });
    const { rows } = await app.sql.query<{ payload: { email: string } }>(
      `select job.payload from graphile_worker._private_jobs job
       join graphile_worker._private_tasks task on task.id = job.task_id
       where task.identifier = 'erasure.erase' and job.payload->>'userId' = $1`,
      [id],
    );
    // An empty address would be found in every text.
    expect(rows.map(({ payload }) => payload.email)).toEqual([`${id.toLowerCase()}@deleted.invalid`]);
  });
});
