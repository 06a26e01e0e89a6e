import { beforeEach, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../../support/app';
import type { WireAnswer } from '../../../support/client';
import { anOrganization, type TestOrganization } from '../../../support/factories/organization.factory';
import { made } from '../../../support/factories/workspace.factory';
import { refusedPaths } from '../../../support/refusals';

const DAY_MS = 86_400_000;

describe('maxTokenLifetimeDays', () => {
  let app: TestApp;
  let organization: TestOrganization;
  beforeEach(async () => {
    app = await sharedApp();
    organization = await anOrganization({ app });
  });
  const owner = () => organization.owner.client;
  const limit = (input: object) => made(owner(), 'organizations.update', input);
  const create = (expiresIn?: string | null): Promise<WireAnswer> =>
    owner().mutate('auth.tokens.create', { name: 'x', scopes: ['read'], expiresIn });

  it('400: a new token without an expiry, or with a later one; the message has the maximum', async () => {
    await limit({ maxTokenLifetimeDays: 30 });
    for (const expiresIn of ['31d', '721h', '1y', undefined, null]) {
      const answer = await create(expiresIn);
      expect(refusedPaths(answer)).toEqual(['expiresIn']);
      expect(answer.error!.data.issues![0]!.message).toContain('30d');
      const body = { name: 'x', scopes: ['read'], expiresIn };
      expect(refusedPaths(await owner().request('POST', '/api/auth/tokens', body))).toEqual(['expiresIn']);
    }
    for (const expiresIn of ['30d', '720h', '4w']) expect((await create(expiresIn)).status).toBe(200);
    await limit({ maxTokenLifetimeDays: null });
    expect((await create()).status).toBe(200);
  });

  it('400: no number of days from 1 to 366', async () => {
    for (const maxTokenLifetimeDays of [0, 367, 1.5, '30'])
      expect(refusedPaths(await owner().mutate('organizations.update', { maxTokenLifetimeDays }))).toEqual([
        'maxTokenLifetimeDays',
      ]);
  });

  it('existing tokens work on, and are listed as exceeding the limit', async () => {
    await create('30d');
    await limit({ maxTokenLifetimeDays: 60 });
    const { tokens } = (await owner().query('organizations.tokens.list')).data;
    const shown = tokens.map((each: Record<string, unknown>) => [
      each['expiresAt'],
      each['exceedsMaxLifetime'],
    ]);
    expect(shown).toEqual([
      [null, true],
      [expect.any(String), false],
    ]);
  });

  it('with tokenLifetimeCoversExisting, existing tokens end that many days after their creation', async () => {
    await limit({ maxTokenLifetimeDays: 30, tokenLifetimeCoversExisting: true });
    const [own] = (await owner().query('auth.tokens.list')).data.tokens;
    expect(Date.parse(own.expiresAt) - Date.parse(own.createdAt)).toBe(30 * DAY_MS);
    const old = await organization.tokenFor(organization.owner, ['read']);
    expect((await old.query('auth.me')).status).toBe(200);
    await app.sql.query(
      `update tokens set created_at = created_at - interval '30 days'
       where organization_id = $1 and scopes = '{read}'`,
      [organization.id],
    );
    await limit({ tokenLifetimeCoversExisting: true });
    const answer = await old.query('auth.me');
    expect([answer.status, (answer.error!.data as { reason?: string }).reason]).toEqual([
      401,
      'token_expired',
    ]);
    await limit({ maxTokenLifetimeDays: null });
    expect((await old.query('auth.me')).status).toBe(200);
  });
});
