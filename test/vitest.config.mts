import swc from 'unplugin-swc';
import { defineConfig } from 'vitest/config';

const project = (name: string, extra: Record<string, unknown> = {}) => ({
  extends: true as const,
  test: { name, include: [`test/${name}/**/*.spec.ts`], ...extra },
});

/** Tiers that need a database share one PostgreSQL; every worker clones a database of its own. */
const onDatabase = {
  globalSetup: ['test/support/global-setup.ts'],
  pool: 'forks',
  // The specs of one worker share the application they boot (test/support/app.ts); tests build their own organizations.
  isolate: false,
  testTimeout: 20_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  root: `${import.meta.dirname}/..`,
  plugins: [
    swc.vite({
      swcrc: false,
      module: { type: 'es6' },
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true },
        keepClassNames: true,
      },
    }),
  ],
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
