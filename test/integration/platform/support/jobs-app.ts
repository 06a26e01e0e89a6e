import { tmpdir } from 'node:os';
import { type INestApplicationContext, Injectable, type Provider } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import type pg from 'pg';
import { CacheModule } from '../../../../src/platform/cache/cache.module';
import { ConfigModule } from '../../../../src/platform/config/config.module';
import { readConfiguration } from '../../../../src/platform/config/configuration';
import { poolOf } from '../../../../src/platform/database/pool-of';
import { DatabaseModule } from '../../../../src/platform/database/database.module';
import type { EventDefinition } from '../../../../src/platform/events/define-event';
import { EventsModule } from '../../../../src/platform/events/events.module';
import { Job, type JobHandler, type JobRun } from '../../../../src/platform/jobs/job.decorator';
import { JobsModule } from '../../../../src/platform/jobs/jobs.module';
import { Log } from '../../../../src/platform/logging/log';
import { LoggingModule } from '../../../../src/platform/logging/logging.module';
import { MetricsModule } from '../../../../src/platform/metrics/metrics.module';

export interface Note {
  text: string;
}

export type Performance = (payload: Note, run: JobRun) => Promise<void>;

@Injectable()
export class Performer {
  perform: Performance = async () => undefined;
}

/** The job of these tests: does what the test wants done. */
@Job({ name: 'test.note', maxAttempts: 3 })
@Injectable()
export class NoteJob implements JobHandler<Note> {
  constructor(private readonly does: Performer) {}

  perform(payload: Note, run: JobRun): Promise<void> {
    return this.does.perform(payload, run);
  }
}

export interface JobsApp {
  nest: INestApplicationContext;
  sql: pg.Pool;
}

/** The platform with the outbox and the job queue, and nothing else of the service. */
export async function startJobsApp(
  databaseUrl: string,
  options: {
    roles?: string;
    perform?: Performance;
    events?: readonly EventDefinition[];
    providers?: Provider[];
    concurrency?: number;
  } = {},
): Promise<JobsApp> {
  const configuration = readConfiguration({
    DATABASE_URL: databaseUrl,
    APP_SECRET: 'a secret of the tests, at least thirty-two characters',
    DATA_DIR: tmpdir(),
    ROLES: options.roles ?? 'worker',
    WORKER_CONCURRENCY: String(options.concurrency ?? 5),
    METRICS_PORT: '0',
  });
  const performer = new Performer();
  if (options.perform) performer.perform = options.perform;
  class TestModule {}
  const log = new Log(undefined, 'silent');
  const nest = await NestFactory.createApplicationContext(
    {
      module: TestModule,
      imports: [
        ConfigModule.of(configuration),
        LoggingModule.of(log),
        MetricsModule,
        DatabaseModule.at(databaseUrl, configuration.database, log),
        CacheModule,
        EventsModule.of(options.events ?? []),
        JobsModule,
      ],
      providers: [NoteJob, { provide: Performer, useValue: performer }, ...(options.providers ?? [])],
    },
    { logger: false, abortOnError: false },
  );
  return { nest, sql: poolOf(nest.get(DataSource)) };
}
