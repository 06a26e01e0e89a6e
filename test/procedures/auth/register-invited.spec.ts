import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { cookieOf } from '../../support/factories/account.factory';
import { anInvitation, unusedEmail } from '../../support/factories/invitation.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';

const ROUTE = '/api/auth/register';

describe(`POST ${ROUTE} with an invitation`, () => {
  let organization: TestOrganization;
  beforeAll(async () => {
    organization = await anOrganization();
  });

  const register = (input: object, app = organization.app) =>
    new WireClient(app).request('POST', ROUTE, {
      name: 'Ines Invited',
      password: 'a long enough secret',
      ...input,
    });
  const accountsOf = async (email: string): Promise<number> => {
    const { rows } = await organization.app.sql.query('select from users where email_key = lower($1)', [
      email,
    ]);
    return rows.length;
  };
  const problemOf = ({ status, error }: Awaited<ReturnType<typeof register>>) => ({
    status,
    paths: error?.data.issues?.map(({ path }) => path),
  });

  it('201: the account, the inviting organization, and a session there', async () => {
    const workspace = await aWorkspace({ organization, visibility: 'closed' });
    const invitation = await anInvitation(organization, { workspaceIds: [workspace.id] });
    const invitationToken = await invitation.nextToken();
    const answer = await register({ email: ` ${invitation.email.toUpperCase()}`, invitationToken });
    expect(answer.status).toBe(201);
    const { user, organization: joined } = answer.body as Record<string, Record<string, string>>;
    expect(user).toMatchObject({ name: 'Ines Invited', email: invitation.email.toUpperCase() });
    expect(joined).toMatchObject({ id: organization.id, slug: organization.slug });
    const cookie = cookieOf(answer.headers['set-cookie']!);
    const session = new WireClient(organization.app, { cookie, slug: organization.slug });
    expect((await session.query('workspaces.get', { id: workspace.id })).status).toBe(200);
    const me = await session.query('auth.me');
    expect(me.data.memberships).toEqual([
      { organizationId: organization.id, organizationSlug: organization.slug, role: 'member' },
    ]);
    const again = await register({ email: invitation.email, invitationToken });
    expect(problemOf(again)).toEqual({ status: 400, paths: ['invitationToken'] });
  });

  it('400: an unknown link, whatever the address; no account is created', async () => {
    for (const email of [unusedEmail(), organization.owner.email]) {
      const answer = await register({ email, invitationToken: 'x'.repeat(43) });
      expect(problemOf(answer)).toEqual({ status: 400, paths: ['invitationToken'] });
    }
  });

  it('400: when the inviter is no longer allowed to invite', async () => {
    const admin = await organization.addMember('admin');
    const invitation = await anInvitation(organization, { by: admin });
    const invitationToken = await invitation.nextToken();
    const demotion = { userId: admin.userId, role: 'member' };
    await made(organization.owner.client, 'organizations.members.updateRole', demotion);
    const answer = await register({ email: invitation.email, invitationToken });
    expect(problemOf(answer)).toEqual({ status: 400, paths: ['invitationToken'] });
    expect(await accountsOf(invitation.email)).toBe(0);
  });

  it('400: another address, known or unknown, with the same message; the invitation remains', async () => {
    const invitation = await anInvitation(organization);
    const invitationToken = await invitation.nextToken();
    const unknown = unusedEmail();
    const [first, second] = [
      await register({ email: unknown, invitationToken }),
      await register({ email: organization.owner.email, invitationToken }),
    ];
    expect(problemOf(first)).toEqual({ status: 400, paths: ['email'] });
    expect(first.body).toEqual(second.body);
    expect(await accountsOf(unknown)).toBe(0);
    expect((await register({ email: invitation.email, invitationToken })).status).toBe(201);
  });

  it.each([
    ['an organization besides', { organizationName: 'Mine' }, 'organizationName'],
    ['a slug besides', { organizationSlug: 'mine' }, 'organizationSlug'],
    ['a token that is no text', { invitationToken: 1 }, 'invitationToken'],
    ['neither an invitation nor an organization', { invitationToken: undefined }, 'organizationName'],
  ])('400: %s', async (_what, input, path) => {
    const invitationToken = 'x'.repeat(43);
    const answer = await register({ email: unusedEmail(), invitationToken, ...input });
    expect(problemOf(answer)).toEqual({ status: 400, paths: [path] });
  });

  it('409: the invited address has an account: its owner must sign in and accept', async () => {
    const stranger = (await anOrganization()).owner;
    const invitation = await anInvitation(organization, { email: stranger.email });
    const invitationToken = await invitation.nextToken();
    const answer = await register({ email: stranger.email, invitationToken });
    expect(problemOf(answer)).toEqual({ status: 409, paths: ['email'] });
  });

  it('of five concurrent calls one creates the account', async () => {
    const invitation = await anInvitation(organization);
    const invitationToken = await invitation.nextToken();
    const input = { email: invitation.email, invitationToken };
    const answers = await Promise.all(Array.from({ length: 5 }, () => register(input)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => ![201, 400, 409].includes(status))).toEqual([]);
    expect(await accountsOf(invitation.email)).toBe(1);
  });

  describe.each([
    ['invite', 201],
    ['closed', 403],
  ])('with REGISTRATION=%s', (policy, expected) => {
    let app: TestApp;
    beforeAll(async () => {
      app = await startApp({ REGISTRATION: policy });
    });
    afterAll(() => app.close());

    it(`${expected} with an invitation, 403 without one`, async () => {
      const own = await anOrganization({ app });
      const invitation = await anInvitation(own);
      const invitationToken = await invitation.nextToken();
      expect((await register({ email: invitation.email, invitationToken }, app)).status).toBe(expected);
      const alone = await register({ email: unusedEmail(), organizationName: 'Mine' }, app);
      expect(alone.status).toBe(403);
    });
  });
});
