import { expect, it } from 'vitest';
import { ExpiredRowsSweep } from '../../../../src/modules/scheduler/expired-rows.sweep';
import { sharedApp } from '../../../support/app';
import { aSession, anAccount } from '../../../support/factories/account.factory';

it('expired sessions, reset tokens and long expired access tokens are removed, others stay', async () => {
  const app = await sharedApp();
  const { userId, client } = await anAccount({ app });
  const other = await anAccount({ app });
  await aSession(userId, { app, expiresAt: new Date(0) });
  await app.sql.query(
    `insert into password_resets (user_id, token_digest, expires_at)
     values ($1, '\\x01', now() - interval '1 minute'), ($2, '\\x02', now() + interval '1 minute')`,
    [userId, other.userId],
  );
  await app.sql.query(
    `update tokens set expires_at = now() - case when user_id = $1 then interval '31 days' else interval '29 days' end
     where user_id in ($1, $2)`,
    [userId, other.userId],
  );
  await app.nest.get(ExpiredRowsSweep, { strict: false }).run(new AbortController().signal);
  const left = async (id: string) => {
    const { rows } = await app.sql.query<Record<string, number>>(
      `select (select count(*)::int from sessions where user_id = $1) as sessions,
              (select count(*)::int from password_resets where user_id = $1) as resets,
              (select count(*)::int from tokens where user_id = $1) as tokens`,
      [id],
    );
    return rows[0];
  };
  expect(await left(userId)).toEqual({ sessions: 1, resets: 0, tokens: 0 });
  expect(await left(other.userId)).toEqual({ sessions: 1, resets: 1, tokens: 1 });
  expect((await client.query('auth.me')).status).toBe(200);
});
