import { describe, expect, it } from 'vitest';
import { banner } from '../../src/banner';
import type { FirstOwner } from '../../src/modules/accounts';
import { readConfiguration } from '../../src/platform/config/configuration';

const SECRET = 'a secret of the tests, at least thirty-two characters';
const dataOf = (env: Record<string, string>) =>
  /Data: (.*)/.exec(
    banner(readConfiguration({ APP_SECRET: SECRET, DATA_DIR: '/data', ...env }), { hasAccounts: true }),
  )?.[1];

describe('the banner', () => {
  it.each([
    [{}, '/data (database, files, secret; this is what to back up)'],
    [{ STORAGE_URL: 'file:/srv' }, '/data (database, secret) and /srv (files); this is what to back up'],
    [
      { STORAGE_URL: 's3://key:hunter2@store:9000/files' },
      '/data (database, secret) and the bucket files (files); this is what to back up',
    ],
    [{ DATABASE_URL: 'postgres://u:hunter2@db:5432/x' }, 'database x at db:5432; files in /data/files'],
    [
      { DATABASE_URL: 'postgres://u:hunter2@db:5432/x', STORAGE_URL: 's3://key:hunter2@store:9000/files' },
      'database x at db:5432; files in the bucket files',
    ],
  ])('names what to back up, without secrets: %o', (env, line) => {
    expect(dataOf(env)).toBe(line);
  });

  it.each([
    ['open', '/api/auth/register'],
    ['invite', 'npx trestle create-owner'],
    ['closed', 'npx trestle create-owner'],
  ])('shows how the first account is created with REGISTRATION=%s', (registration, step) => {
    const env = { APP_SECRET: SECRET, DATA_DIR: '/data', REGISTRATION: registration };
    expect(banner(readConfiguration(env), { hasAccounts: false })).toContain(step);
    expect(banner(readConfiguration(env), { hasAccounts: true })).not.toContain(step);
  });

  it('shows the password link of a new owner, and the address of an invited one', () => {
    const configuration = readConfiguration({ APP_SECRET: SECRET, DATA_DIR: '/data' });
    const owner = { email: 'ada@example.com', organization: 'acme' };
    const password = { link: 'http://localhost:3000/reset-password?token=x', expiresAt: new Date(0) };
    const shown = (createdOwner: FirstOwner) => banner(configuration, { hasAccounts: true, createdOwner });
    expect(shown({ ...owner, password })).toContain(password.link);
    expect(shown({ ...owner, password })).toContain('until 1970-01-01T00:00:00.000Z');
    expect(shown({ ...owner, password: null })).toContain(
      'ada@example.com is the owner of the new organization acme, and gets a mail',
    );
    expect(banner(configuration, { hasAccounts: true })).not.toContain('owner');
  });
});
