import { mkdtempSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SchedulerRegistry } from '@nestjs/schedule';
import type pg from 'pg';
import { createApplication } from '../../src/application';
import { readConfiguration } from '../../src/platform/config/configuration';
import { Log } from '../../src/platform/logging/log';
import { checksAfterSpec } from './after-spec';
import { cloneDatabase } from './database';
import { checkDeliveredEvents, checkWaitingEvents } from './event-check';
import { holdEvents } from './events';
import { fixturePool } from './fixture-pool';
import { freePort } from './free-port';

export interface TestApp {
  nest: NestFastifyApplication;
  /** Straight to the database and without time limits, for facts that the wire does not show and for fixtures. */
  sql: pg.Pool;
  databaseUrl: string;
  close(): Promise<void>;
}

export const TEST_SECRET = 'a secret of the tests, at least thirty-two characters';

/** A separate application, for a spec that needs other settings, or its log. The caller closes it. */
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
  const nest = await createApplication(configuration, databaseUrl, log ?? silentLog());
  await holdEvents({ nest });
  await holdSchedules(nest);
  checkDeliveredEvents(nest);
  const sql = fixturePool(databaseUrl);
  const close = async () => {
    await nest.close();
    await sql.end();
  };
  return { nest, sql, databaseUrl, close };
}

/** Scheduled work, such as the removal of what has expired, starts when a test ticks, not when a minute begins. */
async function holdSchedules(nest: NestFastifyApplication): Promise<void> {
  const jobs = nest.get(SchedulerRegistry, { strict: false }).getCronJobs().values();
  await Promise.all([...jobs].map((job) => job.stop()));
}

/** Mails are written to the log at every level. */
const silentLog = () => new Log({ write: () => undefined }, 'silent');

/** Makes it reachable for clients of other makes; returns the port. */
export async function listen({ nest }: TestApp): Promise<number> {
  await nest.listen(0, '127.0.0.1');
  return ((nest.getHttpServer() as Server).address() as AddressInfo).port;
}

/** A separate application whose PUBLIC_URL is its own address, for clients that know nothing else of it. */
export async function startAtUrl(env: Record<string, string> = {}): Promise<{ app: TestApp; url: string }> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const app = await startApp({ PUBLIC_URL: url, PORT: String(port), ...env });
  await app.nest.listen(port, '127.0.0.1');
  return { app, url };
}

let shared: Promise<TestApp> | null = null;

/** The application that the specs of one worker share; each test builds its own organizations in it. */
export function sharedApp(): Promise<TestApp> {
  shared ??= startShared();
  return shared;
}

async function startShared(): Promise<TestApp> {
  const app = await startApp();
  let lastChecked = '0';
  // Every event that a spec has caused and left in the outbox is what the catalogue says.
  checksAfterSpec.push(async () => {
    lastChecked = await checkWaitingEvents(app.sql, lastChecked);
  });
  return app;
}
