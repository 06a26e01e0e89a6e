import { mkdtempSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { createApplication } from '../../src/application';
import { readConfiguration } from '../../src/platform/config/configuration';
import { poolOf } from '../../src/platform/database/pool-of';
import { OutboxRelay } from '../../src/platform/jobs/outbox-relay';
import type { Log } from '../../src/platform/logging/log';
import { cloneDatabase } from './database';

export interface TestApp {
  nest: NestFastifyApplication;
  /** Straight to the database, for facts that the wire does not show and for building fixtures. */
  sql: pg.Pool;
  databaseUrl: string;
  close(): Promise<void>;
}

export const TEST_SECRET = 'a secret of the tests, at least thirty-two characters';

/** An application of its own, for a spec that needs other settings, or its log. The caller closes it. */
export async function startApp(env: Record<string, string> = {}, log?: Log): Promise<TestApp> {
  const databaseUrl = env['DATABASE_URL'] ?? (await cloneDatabase());
  const configuration = readConfiguration({
    DATABASE_URL: databaseUrl,
    APP_SECRET: TEST_SECRET,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'trestle-data-')),
    PUBLIC_URL: 'http://trestle.test',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    ...env,
  });
  const nest = await createApplication(configuration, databaseUrl, log);
  // Events stay in the outbox, for tests to look at; a test that wants them delivered says when.
  await nest.get(OutboxRelay, { strict: false }).stop();
  return { nest, sql: poolOf(nest.get(DataSource)), databaseUrl, close: () => nest.close() };
}

/** Makes it reachable for clients of other makes; answers the port. */
export async function listen({ nest }: TestApp): Promise<number> {
  await nest.listen(0, '127.0.0.1');
  return ((nest.getHttpServer() as Server).address() as AddressInfo).port;
}

let shared: Promise<TestApp> | null = null;

/** The application that the specs of one worker share; each test builds its own organizations in it. */
export function sharedApp(): Promise<TestApp> {
  shared ??= startApp();
  return shared;
}
