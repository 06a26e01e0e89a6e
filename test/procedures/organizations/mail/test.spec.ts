import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, startApp, type TestApp } from '../../../support/app';
import { anOrganization } from '../../../support/factories/organization.factory';
import { Mailbox } from '../../../support/mailbox';
import { refusedPaths } from '../../../support/refusals';

const NAME = 'organizations.mail.test';

describe('organizations.mail.test', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp();
  });

  it("200: a mail to the caller's own address", async () => {
    const { owner } = await anOrganization({ app });
    const { status, data } = await owner.client.mutate(NAME);
    expect([status, data]).toEqual([200, { to: owner.email, isMailed: false }]);
    expect((await Mailbox.of(app).next(owner.email, /Trestle/)).subject).toBe('Test of Trestle');
  });

  it('400: another address', async () => {
    const { owner } = await anOrganization({ app });
    expect(refusedPaths(await owner.client.mutate(NAME, { to: 'else@example.com' }))).toEqual(['to']);
  });

  it('403: members, and tokens without the scope admin', async () => {
    const { owner, addMember, tokenFor } = await anOrganization({ app });
    const { client } = await addMember('member');
    expect((await client.mutate(NAME)).status).toBe(403);
    expect((await (await tokenFor(owner, ['read', 'write'])).mutate(NAME)).status).toBe(403);
  });

  it('429: the fourth in a minute', async () => {
    const limited = await startApp({ RATE_LIMITS: 'on', ROLES: 'api' });
    try {
      const { owner } = await anOrganization({ app: limited });
      const statuses = [];
      // The limit counts by minutes: of eight calls, four are in one even if a minute ends between them.
      for (let call = 0; call < 8; call += 1) statuses.push((await owner.client.mutate(NAME)).status);
      expect(statuses.slice(0, 3)).toEqual([200, 200, 200]);
      expect(statuses).toContain(429);
    } finally {
      await limited.close();
    }
  });
});
