import pg from 'pg';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../support/app';
import type { WireAnswer } from '../../support/client';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import {
  aBrowser,
  anApplication,
  authorizeUrl,
  formOf,
  sendForm,
  type TestApplication,
  type TestBrowser,
} from '../../support/oauth';
import { waitsOrCompletes } from '../../support/waiting';

/** A decision while its session, membership or application ends in another transaction. */
describe('a consent decision, and concurrent changes', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let application: TestApplication;
  let browser: TestBrowser;
  let other: pg.Client;
  beforeAll(async () => {
    app = await sharedApp();
  });
  afterEach(() => other?.end());

  async function during(end: string, values: (string | undefined)[]): Promise<WireAnswer> {
    const page = await browser.client.request('GET', authorizeUrl(application));
    other = new pg.Client({ connectionString: app.databaseUrl });
    await other.connect();
    await other.query('begin');
    await other.query(end, values);
    const decided = sendForm(browser.client, '/oauth/authorize', { ...formOf(page), decision: 'approve' });
    await waitsOrCompletes(other, decided, app.sql);
    await other.query('commit');
    return decided;
  }

  const grants = async () => {
    const { rowCount } = await app.sql.query('select from oauth_grants where user_id = $1', [
      organization.owner.userId,
    ]);
    return rowCount;
  };
  const begin = async () => {
    organization = await anOrganization({ app });
    application = await anApplication(organization);
    browser = await aBrowser(app, organization.owner);
  };

  it('a session that ends grants nothing: a new password leaves no grant', async () => {
    await begin();
    const answer = await during('delete from sessions where user_id = $1', [organization.owner.userId]);
    expect([
      answer.status,
      answer.headers['location']?.startsWith('https:') ?? false,
      await grants(),
    ]).toEqual([403, false, 0]);
  });

  it('a deleted application gets no grant', async () => {
    await begin();
    const answer = await during('delete from oauth_applications where id = $1', [application.id]);
    expect([answer.status, answer.headers['location'], await grants()]).toEqual([403, undefined, 0]);
  });

  it('a deactivated member grants nothing', async () => {
    await begin();
    const end = `update members set status = 'deactivated' where user_id = $1`;
    const answer = await during(end, [organization.owner.userId]);
    expect([answer.status, await grants()]).toEqual([403, 0]);
  });
});
