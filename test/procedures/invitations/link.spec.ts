import { beforeAll, describe, expect, it } from 'vitest';
import type { Id } from '../../../src/kernel/ids';
import { SendInvitationJob } from '../../../src/modules/members/invitations/send-invitation.job';
import { WireClient } from '../../support/client';
import { aSession } from '../../support/factories/account.factory';
import { anInvitation, withEmail } from '../../support/factories/invitation.factory';
import {
  anOrganization,
  type TestMember,
  type TestOrganization,
} from '../../support/factories/organization.factory';
import { eventsDuring, expectHidden, refusedPaths } from '../../support/refusals';

const LINK = /^http:\/\/[^/]+\/invite\?token=([A-Za-z0-9_-]{43})$/;

describe('invitations.link', () => {
  let organization: TestOrganization;
  beforeAll(async () => {
    organization = await anOrganization();
  });

  const link = (id: string, by: TestMember = organization.owner) =>
    by.client.mutate('invitations.link', { id });
  const tokenOf = (data: { link: string }) => LINK.exec(data.link)![1]!;
  const register = (email: string, invitationToken: string) =>
    new WireClient(organization.app).request('POST', '/api/auth/register', {
      name: 'Ines Invited',
      password: 'a long enough secret',
      email,
      invitationToken,
    });
  const confirmedAt = async (email: string) => {
    const { rows } = await organization.app.sql.query<{ at: Date | null }>(
      'select email_confirmed_at as at from users where email_key = lower($1)',
      [email],
    );
    return rows[0]!.at;
  };
  /** The link of the mail has arrived, so that it is the previous one. */
  const aMailedInvitation = async (options: { role?: string; by?: TestMember } = {}) => {
    const invitation = await anInvitation(organization, options);
    return { ...invitation, mailed: await invitation.nextToken() };
  };

  it('200: a link that works once; the mailed one no longer does; one event, nothing stored', async () => {
    const { id, email, mailed } = await aMailedInvitation();
    let token = '';
    const events = await eventsDuring(organization, async () => {
      const { status, data, headers } = await link(id);
      expect(status).toBe(200);
      expect(headers['cache-control']).toContain('no-store');
      expect(data).toMatchObject({ invitationId: id, email, role: 'member', status: 'pending' });
      token = tokenOf(data as { link: string });
    });
    expect(events.map(({ type }) => type)).toEqual(['invitation.link_copied']);
    expect(JSON.stringify(events)).not.toContain(token);
    const { data: audit } = await organization.owner.client.query('audit.list', { limit: 1 });
    expect(audit.entries[0]).toMatchObject({ action: 'invitations.link', target: id });
    expect(JSON.stringify(audit)).not.toContain(token);
    expect((await register(email, mailed)).status).toBe(400);
    expect((await register('else@example.com', token)).status).toBe(400);
    expect((await register(email, token)).status).toBe(201);
    expect((await register(email, token)).status).toBe(400);
  });

  it('does not confirm the address of the new account, as a mailed link does', async () => {
    const copied = await aMailedInvitation();
    const { data } = await link(copied.id);
    await register(copied.email, tokenOf(data as { link: string }));
    expect(await confirmedAt(copied.email)).toBeNull();
    const mailed = await aMailedInvitation();
    await register(mailed.email, mailed.mailed);
    expect(await confirmedAt(mailed.email)).not.toBeNull();
  });

  it('confirms it again after the invitation was sent again', async () => {
    const invitation = await aMailedInvitation();
    await link(invitation.id);
    await organization.owner.client.mutate('invitations.resend', { id: invitation.id });
    await register(invitation.email, await invitation.nextToken());
    expect(await confirmedAt(invitation.email)).not.toBeNull();
  });

  it('200: an existing user joins with the link', async () => {
    const { id, email } = await aMailedInvitation();
    const { data } = await link(id);
    const own = await anOrganization({ app: organization.app });
    await withEmail(own, own.owner.userId, email);
    const { cookie } = await aSession(own.owner.userId, { app: organization.app });
    const client = new WireClient(organization.app, { cookie });
    const joined = await client.mutate('invitations.accept', { token: tokenOf(data as { link: string }) });
    expect(joined.data).toEqual({
      organizationId: organization.id,
      organizationSlug: organization.slug,
      role: 'member',
    });
  });

  it('200: of calls at the same time, the last link alone works', async () => {
    const { id, email } = await aMailedInvitation();
    const answers = await Promise.all([link(id), link(id), link(id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const tokens = answers.map(({ data }) => tokenOf(data as { link: string }));
    const statuses = [];
    for (const token of tokens) statuses.push((await register(email, token)).status);
    expect(statuses.toSorted()).toEqual([201, 400, 400]);
  });

  it('200: a mail that is sent after the link was copied has no link that replaces it', async () => {
    const { id, email } = await anInvitation(organization);
    const { data } = await link(id);
    const job = organization.app.nest.get(SendInvitationJob, { strict: false });
    await job.perform({ organizationId: organization.id, invitationId: id as Id<'invitation'> });
    expect((await register(email, tokenOf(data as { link: string }))).status).toBe(201);
  });

  it('200: an expired invitation, for another seven days', async () => {
    const { id } = await aMailedInvitation();
    await organization.app.sql.query('update invitations set expires_at = now() where id = $1', [id]);
    const { data } = await link(id);
    expect(Date.parse(data.expiresAt as string)).toBeGreaterThan(Date.now() + 6 * 86_400_000);
  });

  it('400: an invalid id', async () => {
    const answer = await organization.owner.client.mutate('invitations.link', {});
    expect(refusedPaths(answer)).toEqual(['id']);
  });

  it('403: members; an admin, for an invited admin', async () => {
    const { id } = await anInvitation(organization, { role: 'admin' });
    expect((await link(id, await organization.addMember('member'))).status).toBe(403);
    expect((await link(id, await organization.addMember('admin'))).status).toBe(403);
  });

  it('404: another organization’s', async () => {
    const { id } = await anInvitation(await anOrganization());
    await expectHidden(id, (each) => link(each));
  });

  it('409: a revoked one', async () => {
    const { id } = await anInvitation(organization);
    await organization.owner.client.mutate('invitations.revoke', { id });
    expect((await link(id)).status).toBe(409);
  });
});
