import { expect, it, vi } from 'vitest';
import { Database } from '../../../src/platform/database/database';
import { Log } from '../../../src/platform/logging/log';
import { ExpiredRowsSweep } from '../../../src/modules/scheduler/expired-rows.sweep';
import { sharedApp } from '../../support/app';
import { aSession, anAccount } from '../../support/factories/account.factory';

it('deletes the other kinds when one fails, and reports what it deleted', async () => {
  const app = await sharedApp();
  const { userId } = await anAccount({ app });
  await aSession(userId, { app, expiresAt: new Date(0) });
  const database = app.nest.get(Database, { strict: false });
  const query = database.query.bind(database);
  const asked = vi
    .spyOn(database, 'query')
    .mockImplementation((context, statement, values) =>
      statement.name.startsWith('password_resets.remove-expired')
        ? Promise.reject(new Error('locked'))
        : query(context, statement, values),
    );
  const info = vi.spyOn(app.nest.get(Log, { strict: false }), 'info');
  try {
    const sweep = app.nest.get(ExpiredRowsSweep, { strict: false });
    await expect(sweep.run(new AbortController().signal)).rejects.toThrow('locked');
    const removed = expect.objectContaining({ sessions: expect.any(Number) });
    expect(info).toHaveBeenCalledWith('expired rows removed', { removed });
    const names = asked.mock.calls.map(([, { name }]) => name.replace(/ .*$/, ''));
    expect(names.filter((name) => name.includes('remove-')).length).toBeGreaterThanOrEqual(12);
  } finally {
    vi.restoreAllMocks();
  }
  const { rowCount } = await app.sql.query('select from sessions where user_id = $1 and expires_at < now()', [
    userId,
  ]);
  expect(rowCount).toBe(0);
});
