import swc from 'unplugin-swc';
import { defineConfig } from 'vitest/config';

const root = `${import.meta.dirname}/..`;

const project = (name: string, extra: Record<string, unknown> = {}) => ({
  extends: true as const,
  test: { name, include: [`test/${name}/**/*.spec.ts`], ...extra },
});

/** Tiers that need a database share one PostgreSQL, one cloned database per worker (test/support/database.ts). */
const onDatabase = {
  globalSetup: ['test/support/global-setup.ts'],
  pool: 'forks',
  testTimeout: 20_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  root,
  plugins: [swc.vite()],
  test: {
    environment: 'node',
    maxWorkers: 2,
    projects: [
      project('unit'),
      project('architecture', { testTimeout: 20_000 }),
      project('integration', onDatabase),
      project('procedures', onDatabase),
      project('stories', { ...onDatabase, testTimeout: 120_000 }),
      project('performance', onDatabase),
    ],
  },
});
