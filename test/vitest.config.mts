import swc from 'unplugin-swc';
import { defineConfig } from 'vitest/config';

const project = (name: string, extra: Record<string, unknown> = {}) => ({
  extends: true as const,
  test: { name, include: [`test/${name}/**/*.spec.ts`], ...extra },
});

/** Limits of time are for tests that hang: no busy machine reaches them. */
const LIMITS = {
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000, interval: 25 } },
};
const PATIENCE = 'test/support/patience.setup.ts';

/** Tiers that need a database share one PostgreSQL; every worker clones a separate database. */
const onDatabase = {
  globalSetup: ['test/support/global-setup.ts'],
  setupFiles: ['test/support/after-spec.setup.ts'],
  // Against processes and servers that a busy machine starves. The report names the tests that needed it.
  retry: 1,
};

const identityProviders = Object.entries({ SIMPLESAMLPHP: 'simplesamlphp', LEMONLDAP_NG: 'lemonldap-ng' })
  .filter(([variable]) => process.env[variable] !== undefined)
  .map(([, folder]) => `test/identity-providers/${folder}/**/*.spec.ts`);

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
    ...LIMITS,
    setupFiles: [PATIENCE],
    pool: 'forks',
    // The specs of one worker share the modules that it has loaded, and the application that it has booted
    // (test/support/app.ts); tests build their own organizations.
    isolate: false,
    // One more than the cores of a small machine: workers wait for PostgreSQL, processes and timers. More of them would ask a
    // given PostgreSQL for more than its hundred connections.
    maxWorkers: 3,
    // Each project transforms the sources itself. It finds what an earlier project, or an earlier run, has transformed.
    experimental: { fsModuleCache: true },
    projects: [
      project('unit'),
      project('architecture'),
      project('integration', onDatabase),
      project('procedures', onDatabase),
      project('stories', { ...onDatabase, testTimeout: 300_000 }),
      project('performance', onDatabase),
      // Only with the programs that test/ship/replicas.sh installs. They have servers of their own.
      ...(process.env['HAPROXY'] === undefined
        ? []
        : [
            project('replicas', {
              testTimeout: 1_800_000,
              hookTimeout: 300_000,
              fileParallelism: false,
              sequence: { groupOrder: 1 },
            }),
          ]),
      // Only with the identity providers that test/ship/identity-providers.sh installs.
      ...(identityProviders.length === 0
        ? []
        : [project('identity-providers', { ...onDatabase, include: identityProviders })]),
      // Only with the renderer that test/ship/chart.sh builds.
      ...(process.env['CHART_RENDERER'] === undefined ? [] : [project('ship', onDatabase)]),
    ],
  },
});
