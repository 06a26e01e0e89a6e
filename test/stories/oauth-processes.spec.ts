import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bearerDigest } from '../../src/access/bearer-secret';
import { newTransferCode } from '../../src/modules/oauth/token/oauth-secrets';
import { listen, startApp, TEST_SECRET, type TestApp } from '../support/app';
import { cloneDatabase } from '../support/database';
import { aSession } from '../support/factories/account.factory';
import { anOrganization, type TestOrganization } from '../support/factories/organization.factory';
import {
  aBrowser,
  aCode,
  anApplication,
  credentialsOf,
  REDIRECT_URI,
  type TestApplication,
  type TokenAnswer,
  tokensFor,
} from '../support/oauth';
import { ServiceProcess } from '../support/service-process';

const PROCESSES = 3;
/** A machine that is busy is slow, not wrong. */

interface Outcome {
  status: number;
  body: TokenAnswer & { error?: string };
}

describe('three processes on one database', () => {
  let dataDir: string;
  let app: TestApp;
  /** Two beside the one that the tests are in. */
  let others: ServiceProcess[];
  let urls: string[];
  let organization: TestOrganization;
  let application: TestApplication;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'trestle-oauth-'));
    const env = { DATABASE_URL: await cloneDatabase(), APP_SECRET: TEST_SECRET, DATA_DIR: dataDir };
    const settings = { ...env, PUBLIC_URL: 'http://trestle.test', RATE_LIMITS: 'off', ROLES: 'api' };
    others = Array.from({ length: PROCESSES - 1 }, () => new ServiceProcess(settings));
    app = await startApp(env);
    const own = `http://127.0.0.1:${await listen(app)}`;
    await Promise.all(others.map((service) => service.ready()));
    urls = [own, ...others.map(({ url }) => url)];
    organization = await anOrganization({ app });
    application = await anApplication(organization);
  }, 120_000);
  afterAll(async () => {
    await Promise.all((others ?? []).map((service) => service.discard()));
    await app?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** The same call, the given number of times, at all processes concurrently. */
  const race = (count: number, fields: Record<string, string>): Promise<Outcome[]> =>
    Promise.all(
      Array.from({ length: count }, async (_, at) => {
        const body = new URLSearchParams({ ...fields, ...credentialsOf(application) });
        const answer = await fetch(`${urls[at % PROCESSES]}/oauth/token`, { method: 'POST', body });
        return { status: answer.status, body: (await answer.json()) as Outcome['body'] };
      }),
    );
  const statusesWith = (token: string) =>
    Promise.all(
      urls.map(async (url) => {
        const headers = { authorization: `Bearer ${token}` };
        return (await fetch(`${url}/api/trpc/auth.me`, { headers })).status;
      }),
    );
  const everywhere = (status: number) => Array<number>(PROCESSES).fill(status);

  /** Those that did not end it learn of it by a notification of the database. */
  const expectOver = (token: string) =>
    vi.waitFor(async () => expect(await statusesWith(token)).toEqual(everywhere(401)));

  /** The winner; all others get the same error, and what it won is revoked on every process. */
  async function expectOneWinner(outcomes: Outcome[]): Promise<void> {
    const won = outcomes.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const lost = outcomes.filter(({ status }) => status !== 200);
    expect(new Set(lost.map(({ status, body }) => `${status} ${body.error}`))).toEqual(
      new Set(['400 invalid_grant']),
    );
    await expectOver(won[0]!.body.access_token);
  }

  it('fifty exchanges of one code return tokens once, which are then revoked (O3)', async () => {
    const code = await aCode(await aBrowser(app, organization.owner), application);
    const fields = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI };
    await expectOneWinner(await race(50, fields));
  });

  it('a second use on one process revokes the tokens of another (O2)', async () => {
    const code = await aCode(await aBrowser(app, organization.owner), application);
    const fields = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI };
    const [first] = await race(1, fields);
    const { access_token } = first!.body;
    expect(await statusesWith(access_token)).toEqual(everywhere(200));
    const [, second] = await race(2, fields);
    expect([second!.status, second!.body.error]).toEqual([400, 'invalid_grant']);
    await expectOver(access_token);
  });

  it('thirty renewals with one refresh token return one, and end the family (O10)', async () => {
    const { refresh_token, access_token } = await tokensFor(app, organization.owner, application);
    expect(await statusesWith(access_token)).toEqual(everywhere(200));
    await expectOneWinner(await race(30, { grant_type: 'refresh_token', refresh_token }));
    await expectOver(access_token);
  });

  it('thirty returns with one code of a transfer start one session', async () => {
    const { userId } = await organization.addMember();
    const { id } = await aSession(userId, { app, method: 'oidc', signOnOrganizationId: organization.id });
    const browser = randomBytes(32).toString('base64url');
    const code = newTransferCode();
    await app.sql.query(
      `insert into oauth_session_transfers (organization_id, browser_digest, continue_to, session_id, code_digest, expires_at)
       values ($1, $2, '/oauth/authorize?x', $3, $4, now() + interval '1 minute')`,
      [organization.id, createHash('sha256').update(browser).digest(), id, bearerDigest(code)],
    );
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async (_, at) => {
        const headers = { cookie: `handover=${browser}` };
        const url = `${urls[at % PROCESSES]}/oauth/sign-on/return?code=${code}`;
        return (await fetch(url, { headers, redirect: 'manual' })).status;
      }),
    );
    expect(statuses.toSorted()).toEqual([303, ...Array<number>(29).fill(400)]);
    const { rowCount } = await app.sql.query('select from sessions where origin_id = $1', [id]);
    expect(rowCount).toBe(1);
  });
});
