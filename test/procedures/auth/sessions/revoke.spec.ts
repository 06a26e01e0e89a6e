import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import { sharedApp, type TestApp } from '../../../support/app';
import { WireClient } from '../../../support/client';
import { aSession, anAccount } from '../../../support/factories/account.factory';

const NAME = 'auth.sessions.revoke';

describe('auth.sessions.revoke', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp();
  });

  const withCookie = ({ cookie }: { cookie: string }) => new WireClient(app, { cookie });
  const status = async (client: WireClient) => (await client.query('auth.me')).status;

  it('200: the session is rejected from the next call on; the others remain', async () => {
    const { client, userId } = await anAccount({ app });
    const [one, two] = [await aSession(userId, { app }), await aSession(userId, { app })];
    expect(await status(withCookie(one))).toBe(200);
    expect((await client.mutate(NAME, { id: one.id })).data).toEqual({ success: true });
    expect(await status(withCookie(one))).toBe(401);
    expect([await status(withCookie(two)), await status(client)]).toEqual([200, 200]);
    expect((await client.mutate(NAME, { id: one.id })).status).toBe(404);
  });

  it('200: all other sessions of this user only', async () => {
    const { client, userId } = await anAccount({ app });
    const other = await anAccount({ app });
    const sessions = [await aSession(userId, { app }), await aSession(userId, { app })];
    for (const session of sessions) expect(await status(withCookie(session))).toBe(200);
    expect((await client.mutate(NAME, { others: true })).status).toBe(200);
    for (const session of sessions) expect(await status(withCookie(session))).toBe(401);
    expect([await status(client), await status(other.client)]).toEqual([200, 200]);
  });

  it('200: the session of the call, which signs out', async () => {
    const { client } = await anAccount({ app });
    const { sessions } = (await client.query('auth.sessions.list')).data;
    expect((await client.mutate(NAME, { id: sessions[0].id })).status).toBe(200);
    expect(await status(client)).toBe(401);
  });

  it('404: another user’s, like a missing one, and it remains', async () => {
    const { client } = await anAccount({ app });
    const theirs = await aSession((await anAccount({ app })).userId, { app });
    const missing = await client.mutate(NAME, { id: newId('session') });
    const foreign = await client.mutate(NAME, { id: theirs.id });
    expect(missing.status).toBe(404);
    expect(foreign.body).toEqual(missing.body);
    expect(await status(withCookie(theirs))).toBe(200);
  });

  it.each([
    ['nothing', {}],
    ['both', { id: 'ses_00000000000000000000000000', others: true }],
    ['no id', { id: 'usr_00000000000000000000000000' }],
    ['no yes', { others: false }],
  ])('400: %s', async (_what, input) => {
    const { client } = await anAccount({ app });
    expect((await client.mutate(NAME, input)).status).toBe(400);
  });

  it('401 and 403: no credential, and another site', async () => {
    const { client } = await anAccount({ app });
    expect((await new WireClient(app).mutate(NAME, { others: true })).status).toBe(401);
    const headers = { origin: 'https://evil.example' };
    expect((await client.mutate(NAME, { others: true }, headers)).status).toBe(403);
  });
});
