import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { anAccount } from '../../support/factories/account.factory';

describe('200 people signing in at once', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
  });
  afterAll(() => app.close());

  it('all get a response, most of them quickly; other calls are served meanwhile', async () => {
    const { client } = await anAccount({ app });
    await client.query('auth.me');
    let isOver = false;
    // Unknown addresses cost a hash of the full price each.
    const storm = Promise.all(
      Array.from({ length: 200 }, (_none, index) =>
        new WireClient(app).request('POST', '/api/auth/signin', {
          email: `unknown-${index}@example.com`,
          password: 'not the password',
        }),
      ),
    ).finally(() => {
      isOver = true;
    });
    const others = [
      await client.query('auth.me'),
      await client.query('organizations.get'),
      await client.mutate('auth.updateProfile', { name: 'Not waiting' }),
      await new WireClient(app).request('GET', '/api/health'),
    ];
    // An order of events, not a time: some fifty hashes are still to come.
    expect(isOver).toBe(false);
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const answers = await storm;
    const rejected = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 401).length + rejected.length).toBe(200);
    expect(rejected.length).toBeGreaterThan(0);
    for (const { headers } of rejected) expect(headers['retry-after']).toBe('3');
    const after = await new WireClient(app).request('POST', '/api/auth/signin', {
      email: 'unknown@example.com',
      password: 'not the password',
    });
    expect(after.status).toBe(401);
  });
});
