import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Log } from '../../../src/platform/logging/log';
import { startApp, type TestApp } from '../../support/app';
import { auditEntries } from '../../support/audit';
import { withSecondFactor } from '../../support/authenticator';
import { WireClient } from '../../support/client';
import { aBoard } from '../../support/factories/board.factory';
import { anAccount, cookieOf } from '../../support/factories/account.factory';
import { aHook } from '../../support/factories/hook.factory';
import { anInvitation } from '../../support/factories/invitation.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { aWebhook } from '../../support/factories/webhook.factory';
import { made } from '../../support/factories/workspace.factory';
import { Mailbox } from '../../support/mailbox';
import { aBrowser, aCode, anApplication, redeem, type TokenAnswer } from '../../support/oauth';
import { OpenIdSignOn } from '../../support/openid-provider/sign-on-world';
import { SmtpSink } from '../../support/smtp-sink';

/** Everything that the database holds, as text; bytes are shown in hexadecimal. */
async function dumpOf({ sql }: TestApp): Promise<string> {
  const { rows: tables } = await sql.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql.query<{ text: string }>(`select row::text as text from ${name} row`);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join('\n');
}

/** One secret of each kind that there is, used once, beside what the wire shows of them afterwards. */
describe('secrets', () => {
  let app: TestApp;
  let mail: SmtpSink;
  let organization: TestOrganization;
  let signOn: OpenIdSignOn;
  const logged: string[] = [];
  const secrets: Record<string, string> = {};
  const shown: string[] = [];
  beforeAll(async () => {
    mail = await SmtpSink.start();
    app = await startApp(
      { SMTP_URL: mail.url, OUTBOUND_ALLOW: '127.0.0.1' },
      new Log({ write: (line: string) => logged.push(line) } as never),
    );
    organization = await anOrganization({ app });
    await useThemAll();
  });
  afterAll(async () => {
    await app?.close();
    await mail?.close();
    await signOn?.provider.close();
  });

  const show = async (client: WireClient, ...names: string[]) => {
    for (const name of names) shown.push((await client.query(name)).bytes.toString());
  };

  async function useThemAll(): Promise<void> {
    const mailbox = Mailbox.of(app);
    const { owner } = organization;
    const account = await anAccount({ app });
    const { email } = account;
    const anonymous = new WireClient(app, { slug: account.slug });

    secrets['password'] = account.password;
    const signedIn = await anonymous.request('POST', '/api/auth/signin', {
      email,
      password: account.password,
    });
    secrets['session'] = cookieOf(signedIn.headers['set-cookie']!).replace('session=', '');
    secrets['wrong password'] = 'a wrong horse battery';
    await anonymous.request('POST', '/api/auth/signin', { email, password: secrets['wrong password'] });

    const input = { name: 'CI', scopes: ['read', 'write'] };
    const token = (await owner.client.request('POST', '/api/auth/tokens', input)).body as { token: string };
    secrets['personal access token'] = token.token;
    const caller = new WireClient(app, { token: token.token, slug: organization.slug });
    expect((await caller.query('auth.me')).status).toBe(200);
    // Where it does not belong, and where what is rejected is recorded or logged.
    await caller.mutate('auth.tokens.revoke', { tokenId: token.token });
    await caller.mutate('invitations.accept', { token: token.token });
    await caller.request('GET', `/api/${token.token}`);

    const application = await anApplication(organization);
    secrets['client secret'] = application.clientSecret!;
    secrets['authorization code'] = await aCode(await aBrowser(app, owner), application);
    const tokens = (await redeem(app, application, secrets['authorization code'])).body as TokenAnswer;
    secrets['access token'] = tokens.access_token;
    secrets['refresh token'] = tokens.refresh_token;
    const applied = new WireClient(app, { token: tokens.access_token, slug: organization.slug });
    expect((await applied.query('auth.me')).status).toBe(200);

    secrets['SCIM token'] = (await made(owner.client, 'scim.tokens.create', { name: 'Directory' })).token;
    const directory = new WireClient(app, { token: secrets['SCIM token']!, slug: organization.slug });
    expect((await directory.request('GET', '/api/scim/v2/Users')).status).toBe(200);
    await directory.request('GET', `/api/scim/v2/${secrets['SCIM token']}`);

    const webhook = await aWebhook(organization);
    secrets['webhook secret'] = webhook.secret;
    const rotated = await made(owner.client, 'webhooks.rotateSecret', { id: webhook.id });
    secrets['rotated webhook secret'] = rotated.secret;
    await made(owner.client, 'webhooks.test', { id: webhook.id });

    const board = await aBoard({ organization });
    const hook = await aHook(board, {
      signingSecret: (secrets['signing secret of a hook'] = 'a secret of a hook'),
    });
    secrets['secret of a hook'] = hook.secret;
    const payload = '{}';
    const digest = createHmac('sha256', secrets['signing secret of a hook']).update(payload).digest('hex');
    expect((await hook.post(payload, { 'x-hub-signature-256': `sha256=${digest}` })).status).toBe(202);
    await anonymous.request('POST', hook.path, payload);
    await anonymous.request('GET', `${hook.path}/?x=${hook.secret}`);
    await owner.client.request('POST', hook.path.replace('automations', 'Automations'), '{');

    signOn = await OpenIdSignOn.start(app);
    secrets['client secret at a provider'] = signOn.provider.clientSecret;

    secrets['invitation'] = await (await anInvitation(organization)).nextToken();
    await anonymous.request('POST', '/api/auth/forgot-password', { email });
    secrets['password reset'] = /token=([\w-]{40,})/.exec((await mailbox.next(email)).text)![1]!;
    await anonymous.request('POST', '/api/auth/reset-password', {
      token: secrets['password reset'],
      password: (secrets['new password'] = 'correct staple battery'),
    });

    const guarded = await anAccount({ app });
    const begun = await guarded.client.mutate('auth.twoFactor.begin');
    secrets['key of an authenticator that was begun'] = begun.data.secret;
    const { recoveryCodes } = await withSecondFactor(guarded, Date.now());
    secrets['recovery code'] = recoveryCodes[0]!;

    await show(owner.client, 'auth.tokens.list', 'oauth.apps.list', 'oauth.grants.list', 'scim.tokens.list');
    await show(owner.client, 'invitations.list', 'organizations.get', 'webhooks.list');
    const { client: admin } = await organization.addMember('admin');
    shown.push((await admin.query('automations.list', { boardId: board.id })).bytes.toString());
    shown.push((await owner.client.query('automations.log', { automationId: hook.id })).bytes.toString());
    await show(signOn.organization.owner.client, 'sso.get');
    await show(guarded.client, 'auth.twoFactor.get', 'auth.sessions.list');
    shown.push(JSON.stringify(await auditEntries(organization)));
  }

  const spellings = (secret: string): string[] => [
    secret,
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  ];
  const found = (text: string): string[] =>
    Object.entries(secrets)
      .filter(([, secret]) => spellings(secret).some((spelling) => text.includes(spelling)))
      .map(([kind]) => kind);

  it('of every kind exist', () => {
    expect(Object.entries(secrets).filter(([, secret]) => secret.length < 8)).toEqual([]);
    expect(Object.keys(secrets).length).toBeGreaterThanOrEqual(15);
  });

  it('are not in the database: digests are, and secrets that must be read again are encrypted', async () => {
    const dump = await dumpOf(app);
    expect(dump).toContain(organization.owner.email);
    expect(found(dump)).toEqual([]);
  });

  it('are in no line of the log', () => {
    expect(logged.length).toBeGreaterThan(20);
    expect(found(logged.join(''))).toEqual([]);
  });

  it('are in no response but the one that created them', () => {
    expect(shown.length).toBeGreaterThan(8);
    expect(found(shown.join('\n'))).toEqual([]);
  });
});
