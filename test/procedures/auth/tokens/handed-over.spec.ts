import { beforeAll, describe, expect, it } from 'vitest';
import type { UserId } from '../../../../src/kernel/ids';
import { sharedApp, type TestApp } from '../../../support/app';
import { WireClient } from '../../../support/client';
import { aSession } from '../../../support/factories/account.factory';
import { unusedEmail } from '../../../support/factories/invitation.factory';
import { aScimDirectory, type ScimDirectory } from '../../../support/scim-directory';

describe('tokens of an account that a directory assigns to another mailbox', () => {
  let app: TestApp;
  let directory: ScimDirectory;
  beforeAll(async () => {
    app = await sharedApp();
    directory = await aScimDirectory({ app });
  });

  const aUser = async () => {
    const { slug } = directory.organization;
    const { id } = await directory.user({ userName: unusedEmail() });
    const { cookie } = await aSession(id as UserId, { app });
    const input = { name: 'CI', scopes: ['read'] };
    const made = await new WireClient(app, { cookie, slug }).request('POST', '/api/auth/tokens', input);
    const { token } = made.body as { token: string };
    const program = new WireClient(app, { token, slug });
    return { id, status: async () => (await program.query('auth.me')).status };
  };

  it('are revoked immediately: the former user could otherwise act as the new one', async () => {
    const [moved, stays] = [await aUser(), await aUser()];
    expect([await moved.status(), await stays.status()]).toEqual([200, 200]);
    const to = { op: 'replace', path: 'userName', value: unusedEmail() };
    expect((await directory.patch(`Users/${moved.id}`, to)).status).toBe(200);
    expect([await moved.status(), await stays.status()]).toEqual([401, 200]);
  });
});
