import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Configuration } from './platform/config/configuration';
import {
  type ConnectPatience,
  ConnectRetry,
  START_PATIENCE_MS,
} from './platform/database/startup/connect-retry';
import { EmbeddedPostgres } from './platform/database/embedded/embedded-postgres';
import { type Migrated, migrate, planMigration } from './platform/database/migrations/migrate';
import { JobRunner } from './platform/jobs/job-runner';
import { Draining } from './platform/lifecycle/draining';
import { MetricsListener } from './http/server/metrics-listener';
import type { FirstOwner } from './modules/accounts';
import type { Log } from './platform/logging/log';
import type { Tracing } from './platform/tracing/start-tracing';

/** Long enough for PostgreSQL to start, or to fail. */
const HEAD_START_MS = 100;
/** Requests that still run this long after the last was accepted are aborted. */
const REQUEST_TIMEOUT_MS = 12_000;

type Application = NestFastifyApplication;

/** Loaded on demand: most of the code, which migrations do not need. */
const loadApplication = (): typeof import('./application') => require('./application') as never;

/** Loaded only if traces are sent. */
const loadTracing = (): typeof import('./platform/tracing/start-tracing') =>
  require('./platform/tracing/start-tracing') as never;

/** A whole process: its embedded database, if it has one, and the application. */
export class Service {
  private readonly embedded: EmbeddedPostgres | null;
  private readonly stopping = new AbortController();
  private readonly patience: ConnectPatience = {
    limitMs: START_PATIENCE_MS,
    signal: this.stopping.signal,
  };
  private isDatabaseUp = false;
  private application: Application | null = null;
  private starting: Promise<void> | null = null;
  private tracing: Tracing | null = null;
  private firstOwner: FirstOwner | null = null;

  constructor(
    private readonly configuration: Configuration,
    private readonly log: Log,
  ) {
    const { databaseUrl, dataDirectory } = configuration.database;
    const report = (message: string, details?: object) => log.info(message, { ...details });
    this.embedded =
      databaseUrl === undefined ? new EmbeddedPostgres({ dataDir: dataDirectory, log: report }) : null;
  }

  /** Called when the service cannot continue. */
  onFailure(listener: (reason: string) => void): void {
    this.embedded?.onExit(listener);
  }

  /** Resolves when the service accepts requests. */
  start(): Promise<void> {
    this.starting = this.bringUp();
    return this.starting;
  }

  /** The owner that this start has created, if it is the first one of the installation. */
  get createdOwner(): FirstOwner | null {
    return this.firstOwner;
  }

  /** Whether the installation has any account. Call it after the start. */
  async hasAccounts(): Promise<boolean> {
    return loadApplication().hasAccounts(this.application!);
  }

  /** Migrates the schema to this release and exits; returns the changes. */
  async migrate(): Promise<Migrated> {
    const url = await this.startDatabase();
    try {
      return await this.retry(() => migrate(url, (message, details) => this.log.info(message, details)));
    } finally {
      await this.endDatabase();
    }
  }

  /** What `migrate` would apply to the database as it is. An embedded database is started for it. */
  async planMigration(): Promise<Migrated> {
    const url = await this.startDatabase();
    try {
      return await planMigration(url);
    } finally {
      await this.endDatabase();
    }
  }

  /** Runs work with an application that accepts no requests, and exits. */
  async perform<T>(work: (application: Application) => Promise<T>): Promise<T> {
    const url = await this.startDatabase();
    try {
      const application = await loadApplication().createApplication(this.configuration, url, this.log);
      try {
        return await work(application);
      } finally {
        await this.retire(application, true);
      }
    } finally {
      await this.endDatabase();
    }
  }

  /**
   * A graceful shutdown: the process reports not ready and starts no jobs; while a load balancer checks readiness, it accepts
   * requests until the balancer has had time to notice; then running requests finish; the database stops last.
   */
  async stop({ isHurried }: { isHurried: boolean }): Promise<void> {
    // Do not wait for a start that waits for the database: for a long recovery, or until it can be reached.
    this.stopping.abort();
    if (!this.isDatabaseUp) await this.endDatabase();
    await this.starting?.catch(() => undefined);
    if (this.application !== null) await this.retire(this.application, isHurried);
    await Promise.all([this.endDatabase(), this.tracing?.stop()]);
  }

  /** Shuts down only the database cleanly, for when the rest is in an unknown state. */
  async endDatabase(): Promise<void> {
    await this.embedded?.stop();
  }

  private async bringUp(): Promise<void> {
    const { http } = this.configuration;
    const database = this.startDatabase();
    // PostgreSQL starts in its own process while this process is busy loading its code.
    await Promise.race([database, delay(HEAD_START_MS, undefined, { ref: false })]);
    const traces = this.configuration.tracing.traceExport();
    if (traces !== null) this.tracing = loadTracing().startTracing(traces, this.log);
    const { createApplication } = loadApplication();
    const url = await database;
    this.application = await createApplication(this.configuration, url, this.log, this.patience);
    await this.application.get(MetricsListener).listen();
    await this.application.listen(http.port, http.host);
    // With PORT 0 the system chooses the port; from here on the URL is known, also to links.
    http.port = (serverOf(this.application).address() as AddressInfo).port;
    const application = this.application;
    this.firstOwner = await this.retry(() => loadApplication().createFirstOwner(application));
    this.log.info('listening', { host: http.host, port: http.port, publicUrl: http.publicUrl });
    // Advice only: a service that listens does not end because the database is lost while it looks.
    const warnings = await loadApplication()
      .startWarnings(this.application, this.configuration)
      .catch(() => []);
    for (const warning of warnings) this.log.warn(warning);
  }

  private retry<T>(work: () => Promise<T>): Promise<T> {
    return new ConnectRetry(this.log, this.patience).run(work);
  }

  private async startDatabase(): Promise<string> {
    const address = await this.embedded?.start();
    this.isDatabaseUp = true;
    return address?.url ?? this.configuration.database.databaseUrl!;
  }

  private async retire(application: Application, isHurried: boolean): Promise<void> {
    const draining = application.get(Draining);
    draining.begin();
    const jobsEnded = application.get(JobRunner).stop();
    if (draining.isWatched && !isHurried) await delay(this.configuration.http.drainSeconds * 1000);
    const impatience = setTimeout(() => serverOf(application).closeAllConnections(), REQUEST_TIMEOUT_MS);
    await jobsEnded;
    await application.close();
    clearTimeout(impatience);
  }
}

function serverOf(application: Application): { address(): unknown; closeAllConnections(): void } {
  return application.getHttpServer() as ReturnType<typeof serverOf>;
}
