import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Configuration } from './platform/config/configuration';
import { createDataSource } from './platform/database/data-source';
import { EmbeddedPostgres } from './platform/database/embedded/embedded-postgres';
import { migrate } from './platform/database/migrate';
import { JobRunner } from './platform/jobs/job-runner';
import { Draining } from './platform/lifecycle/draining';
import type { Log } from './platform/logging/log';

/** Long enough for PostgreSQL to be under way, or to be refused. */
const HEAD_START_MS = 100;
/** Requests that still run so long after the last was accepted are cut. */
const REQUEST_PATIENCE_MS = 12_000;

type Application = NestFastifyApplication;

/** As for the service: by far the most of the code, which migrations do without. */
const loadApplication = (): typeof import('./application') => require('./application') as never;

/** The whole of a process: its database, when it has one of its own, and the application on it. */
export class Service {
  private readonly embedded: EmbeddedPostgres | null;
  private isDatabaseUp = false;
  private application: Application | null = null;
  private starting: Promise<void> | null = null;

  constructor(
    private readonly configuration: Configuration,
    private readonly log: Log,
  ) {
    const { databaseUrl, dataDirectory } = configuration.database;
    const tell = (message: string, details?: object) => log.info(message, { ...details });
    this.embedded =
      databaseUrl === undefined ? new EmbeddedPostgres({ dataDir: dataDirectory, log: tell }) : null;
  }

  /** Called when the service cannot go on. */
  onFailure(listener: (reason: string) => void): void {
    this.embedded?.onExit(listener);
  }

  /** Resolves when requests are taken. */
  start(): Promise<void> {
    this.starting = this.bringUp();
    return this.starting;
  }

  /** Brings the schema to this release's, and ends; answers what had to be done. */
  async migrate(): Promise<string[]> {
    const url = await this.startDatabase();
    const dataSource = createDataSource({ url, poolSize: 2, entities: [] });
    try {
      await dataSource.initialize();
      return await migrate(dataSource);
    } finally {
      if (dataSource.isInitialized) await dataSource.destroy();
      await this.endDatabase();
    }
  }

  /** Does some work with an application that no request reaches, and ends. */
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
   * Out of service in the order that loses nothing: readiness goes and no job is begun; while a balancer is watching,
   * requests are taken until it has had time to notice; then what runs may end; the database goes last.
   */
  async stop({ isHurried }: { isHurried: boolean }): Promise<void> {
    // A start that waits for a long recovery of the database need not be waited for.
    if (!this.isDatabaseUp) await this.endDatabase();
    await this.starting?.catch(() => undefined);
    if (this.application !== null) await this.retire(this.application, isHurried);
    await this.endDatabase();
  }

  /** The database alone is ended properly, for when nothing else can be relied on. */
  async endDatabase(): Promise<void> {
    await this.embedded?.stop();
  }

  private async bringUp(): Promise<void> {
    const { http } = this.configuration;
    const database = this.startDatabase();
    // While this process loads its code, which it can do nothing beside, PostgreSQL starts in its own.
    await Promise.race([database, delay(HEAD_START_MS, undefined, { ref: false })]);
    const { createApplication } = loadApplication();
    const url = await database;
    this.application = await createApplication(this.configuration, url, this.log);
    await this.application.listen(http.port, http.host);
    // PORT 0 lets the system choose; from here on the address is known, to links too.
    http.port = (serverOf(this.application).address() as AddressInfo).port;
    this.log.info('listening', { host: http.host, port: http.port, publicUrl: http.publicUrl });
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
    const impatience = setTimeout(() => serverOf(application).closeAllConnections(), REQUEST_PATIENCE_MS);
    await jobsEnded;
    await application.close();
    clearTimeout(impatience);
  }
}

function serverOf(application: Application): { address(): unknown; closeAllConnections(): void } {
  return application.getHttpServer() as ReturnType<typeof serverOf>;
}
