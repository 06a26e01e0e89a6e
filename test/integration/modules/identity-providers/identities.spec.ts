import { beforeAll, describe, expect, it } from 'vitest';
import type { UserId } from '../../../../src/kernel/ids';
import { IdentitiesRepository } from '../../../../src/modules/identity-providers/identities.repository';
import { NO_TRANSACTION } from '../../../../src/platform/database/database';
import { TransactionRunner } from '../../../../src/platform/database/transaction-runner';
import { sharedApp, type TestApp } from '../../../support/app';
import { anAccount } from '../../../support/factories/account.factory';

describe('identities at sign-in providers', () => {
  let app: TestApp;
  let identities: IdentitiesRepository;
  let userId: UserId;
  beforeAll(async () => {
    app = await sharedApp();
    identities = app.nest.get(IdentitiesRepository, { strict: false });
    ({ userId } = await anAccount({ app }));
  });

  const key = (subject: string, provider: 'google' | 'oidc' = 'google') => ({
    provider,
    issuer: 'https://issuer.example',
    subject: `${userId}-${subject}`,
  });
  const isDisconnected = async (subject: string) =>
    (await identities.find(NO_TRANSACTION, key(subject)))?.isDisconnected;

  it('of one provider are disconnected and restored together, and cannot sign in meanwhile', async () => {
    for (const each of [key('one'), key('two'), key('three', 'oidc')])
      expect(await identities.keep(NO_TRANSACTION, each, userId)).toBe(true);
    const transactions = app.nest.get(TransactionRunner, { strict: false });
    const at = new Date('2026-01-02T03:04:05.678Z');
    await transactions.run(NO_TRANSACTION, (tx) => identities.disconnect(tx, userId, 'google', at));
    expect([await isDisconnected('one'), await isDisconnected('two')]).toEqual([true, true]);
    expect(await identities.keep(NO_TRANSACTION, key('one'), userId)).toBe(false);
    expect(await identities.isDisconnected(NO_TRANSACTION, userId, 'google')).toBe(true);
    expect(await identities.isDisconnected(NO_TRANSACTION, userId, 'oidc')).toBe(false);
    expect(await identities.listOf(NO_TRANSACTION, userId)).toMatchObject([
      { provider: 'google', disconnectedAt: at.toISOString() },
      { provider: 'oidc', disconnectedAt: null },
    ]);
    expect(await identities.reconnect(NO_TRANSACTION, userId, 'google')).toBe(true);
    expect(await identities.reconnect(NO_TRANSACTION, userId, 'google')).toBe(false);
    expect([await isDisconnected('one'), await isDisconnected('two')]).toEqual([false, false]);
  });

  it('of one account are found without reading those of others', async () => {
    await app.sql.query(
      `insert into identities (provider, issuer, subject, user_id, created_at, last_used_at)
       select 'github', 'https://crowd.example', at::text, $1, now(), now() from generate_series(1, 5000) at`,
      [(await anAccount({ app })).userId],
    );
    await app.sql.query('analyze identities');
    const { rows } = await app.sql.query(
      'explain (format json) select provider from identities where user_id = $1 group by provider',
      [userId],
    );
    expect(JSON.stringify(rows)).toContain('identities_user_id_idx');
  });
});
