import { vi } from 'vitest';
import type { TestApp } from './app';

/** The record of an import, when its job has ended. */
export function endedImport(app: TestApp, id: string) {
  return vi.waitUntil(
    async () => {
      const { rows } = await app.sql.query('select status, problems from imports where id = $1', [id]);
      return rows[0].status === 'running' ? null : rows[0];
    },
    { interval: 100 },
  );
}
