import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../support/app';
import { anInvitation, unusedEmail } from '../../../support/factories/invitation.factory';
import { anOrganization, type TestOrganization } from '../../../support/factories/organization.factory';
import { aWorkspace } from '../../../support/factories/workspace.factory';
import { eventsDuring, eventsOf, missingIdLike, refusedPaths } from '../../../support/refusals';
import { SmtpSink } from '../../../support/smtp-sink';

const NAME = 'organizations.members.invite';
const ROLES = ['owner', 'admin', 'member', 'guest'] as const;

describe('organizations.members.invite', () => {
  let organization: TestOrganization;
  beforeAll(async () => {
    organization = await anOrganization();
  });

  const invite = (input: object = {}, by = organization.owner) =>
    by.client.mutate(NAME, { email: unusedEmail(), role: 'member', ...input });

  it('200: returns the pending invitation, valid for seven days', async () => {
    const email = unusedEmail();
    const { status, data } = await invite({ email: ` ${email} ` });
    expect(status).toBe(200);
    expect(data).toEqual({
      invitationId: expect.stringMatching(/^inv_[0-9A-Z]{26}$/),
      email,
      role: 'member',
      status: 'pending',
      expiresAt: expect.stringMatching(/\.\d{3}Z$/),
    });
    const days = (Date.parse(data.expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7.01);
  });

  it('200: the user is listed as pending among the members, and found by address, role and status', async () => {
    const email = unusedEmail();
    await invite({ email, role: 'guest' });
    const found = await organization.owner.client.query('organizations.members.list', {
      search: email.slice(4, 12),
      role: 'guest',
      status: 'pending',
    });
    expect(found.data.members).toEqual([
      {
        id: expect.stringMatching(/^usr_/),
        name: email,
        email,
        avatar: null,
        role: 'guest',
        status: 'pending',
        joinedAt: null,
        lastActiveAt: null,
        isServiceAccount: false,
        updatedAt: expect.any(String),
      },
    ]);
    for (const filter of [{ status: 'active' }, { role: 'member' }]) {
      const other = await organization.owner.client.query('organizations.members.list', {
        search: email,
        ...filter,
      });
      expect(other.data.members).toEqual([]);
    }
  });

  it('200: one event, without the link; the database contains no link either', async () => {
    const written = await eventsDuring(organization, () => invite());
    expect(written.map(({ type }) => type)).toEqual(['member.invited']);
    expect(Object.keys(written[0]!.data.invitation)).not.toContain('token');
    const invitation = await anInvitation(organization);
    const token = await invitation.nextToken();
    const { rows } = await organization.app.sql.query<{ row: string }>(
      'select to_json(invitations)::text as row from invitations where id = $1',
      [invitation.id],
    );
    expect(rows[0]!.row).not.toContain(token);
  });

  it('200: an address whose invitation has expired can be invited again', async () => {
    const { id, email } = await anInvitation(organization);
    await organization.app.sql.query(`update invitations set expires_at = now() where id = $1`, [id]);
    expect((await invite({ email })).status).toBe(200);
  });

  it.each([
    ['no e-mail', { email: undefined }, 'email'],
    ['an invalid e-mail', { email: 'x' }, 'email'],
    ['an e-mail with another behind a line break', { email: 'a@example.com\nb@example.com' }, 'email'],
    ['a list of e-mails', { email: ['a@example.com'] }, 'email'],
    ['a role that there is not', { role: 'king' }, 'role'],
    ['no role', { role: undefined }, 'role'],
    ['an unknown key', { message: 'hi' }, 'message'],
    ['an invalid workspace id', { workspaceIds: ['x'] }, 'workspaceIds.0'],
  ])('400: %s', async (_what, input, path) => {
    expect(refusedPaths(await invite(input))).toEqual([path]);
  });

  it('400: workspaces for a guest', async () => {
    const { id } = await aWorkspace({ organization });
    expect(refusedPaths(await invite({ role: 'guest', workspaceIds: [id] }))).toEqual(['workspaceIds']);
  });

  describe('who can invite whom', () => {
    it.each([
      ['owner', [403, 200, 200, 200]],
      ['admin', [403, 403, 200, 200]],
      ['member', [403, 403, 403, 403]],
      ['guest', [403, 403, 403, 403]],
    ] as const)('%s as owner, admin, member, guest: %o', async (actor, expected) => {
      const by = actor === 'owner' ? organization.owner : await organization.addMember(actor);
      const statuses = [];
      for (const role of ROLES) statuses.push((await invite({ role }, by)).status);
      expect(statuses).toEqual(expected);
    });
  });

  it('403: a token without the scope admin', async () => {
    const client = await organization.tokenFor(organization.owner, ['read', 'write', 'delete', 'webhooks']);
    const { status } = await client.mutate(NAME, { email: unusedEmail(), role: 'member' });
    expect(status).toBe(403);
  });

  it('404: names the foreign or missing workspace, and writes and mails nothing', async () => {
    const own = await aWorkspace({ organization });
    const foreign = await aWorkspace();
    const email = unusedEmail();
    const before = (await eventsOf(organization)).length;
    const answers = [];
    for (const id of [foreign.id, missingIdLike(foreign.id)]) {
      const answer = await invite({ email, workspaceIds: [own.id, id] });
      expect(answer.status).toBe(404);
      expect(answer.error!.data.issues!.map(({ path }) => path)).toEqual(['workspaceIds.1']);
      answers.push(answer.body);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(await eventsOf(organization)).toHaveLength(before);
    const { rows } = await organization.app.sql.query('select from invitations where email = $1', [email]);
    expect(rows).toEqual([]);
  });

  it('404: a deleted workspace', async () => {
    const { id } = await aWorkspace({ organization });
    await organization.owner.client.mutate('workspaces.delete', { id });
    expect((await invite({ workspaceIds: [id] })).status).toBe(404);
  });

  it('409: a member, active or not, in any case; a pending invitation; nothing is written', async () => {
    const member = await organization.addMember();
    const { email } = await anInvitation(organization);
    const before = (await eventsOf(organization)).length;
    for (const taken of [member.email.toUpperCase(), email, email.toUpperCase()])
      expect((await invite({ email: taken })).status).toBe(409);
    await organization.app.sql.query(`update members set status = 'deactivated' where user_id = $1`, [
      member.userId,
    ]);
    expect((await invite({ email: member.email })).status).toBe(409);
    expect(await eventsOf(organization)).toHaveLength(before);
  });

  it('409: of ten concurrent calls one invites', async () => {
    const email = unusedEmail();
    const answers = await Promise.all(Array.from({ length: 10 }, () => invite({ email })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(9).fill(409)]);
  });

  it('an address with an account elsewhere gets the same response as one without', async () => {
    const stranger = (await anOrganization()).owner;
    const known = await invite({ email: stranger.email });
    const unknown = await invite();
    expect(known.status).toBe(unknown.status);
    expect({ ...known.data, invitationId: 0, email: 0, expiresAt: 0 }).toEqual({
      ...unknown.data,
      invitationId: 0,
      email: 0,
      expiresAt: 0,
    });
    const { data } = await organization.owner.client.query('organizations.members.list', {
      search: stranger.email,
    });
    expect(data.members[0].id).not.toBe(stranger.userId);
    expect(data.members[0].name).toBe(stranger.email);
  });

  it('is in the audit log', async () => {
    const { data } = await invite();
    const { data: audit } = await organization.owner.client.query('audit.list', { action: NAME, limit: 200 });
    expect(JSON.stringify(audit.entries)).toContain(data.email);
  });
});

describe(`${NAME}, mailing`, () => {
  let sink: SmtpSink;
  let app: TestApp;
  beforeAll(async () => {
    sink = await SmtpSink.start();
    app = await startApp({ SMTP_URL: sink.url, MAIL_FROM: 'trestle@example.com', RATE_LIMITS: 'on' });
  });
  afterAll(async () => {
    await app.close();
    await sink.close();
  });

  it('mails a link of the configured address, whatever host was called', async () => {
    const { owner } = await anOrganization({ app });
    const email = unusedEmail();
    await owner.client.mutate(NAME, { email, role: 'member' }, { 'x-forwarded-host': 'evil.example' });
    const mail = await sink.next();
    expect(mail.to).toEqual([email]);
    expect(mail.text).toMatch(/http:\/\/trestle\.test\/invite\?token=[A-Za-z0-9_-]{43}\r?\n/);
    expect(mail.raw).not.toContain('evil');
  });

  it('429: the sixth mail of a day to one address; others can still be invited', async () => {
    const { owner } = await anOrganization({ app });
    const email = unusedEmail();
    const { data } = await owner.client.mutate(NAME, { email, role: 'member' });
    const resend = () => owner.client.mutate('invitations.resend', { id: data.invitationId });
    for (let count = 0; count < 4; count += 1) expect((await resend()).status).toBe(200);
    const tooMuch = await resend();
    expect(tooMuch.status).toBe(429);
    expect(tooMuch.error!.data.code).toBe('TOO_MANY_REQUESTS');
    expect(Number(tooMuch.headers['retry-after'])).toBeGreaterThan(0);
    expect((await owner.client.mutate(NAME, { email: unusedEmail(), role: 'member' })).status).toBe(200);
  });

  it('429: an address that many organizations write to', async () => {
    const email = unusedEmail();
    await app.sql.query(
      `insert into invitation_mails (organization_id, email_key, sent_at)
       select $1, $2, now() from generate_series(1, 20)`,
      [(await anOrganization({ app })).id, email],
    );
    const { owner } = await anOrganization({ app });
    expect((await owner.client.mutate(NAME, { email, role: 'member' })).status).toBe(429);
  });
});
