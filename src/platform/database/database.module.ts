import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { DatabaseConfig } from '../config/database.config';
import type { Log } from '../logging/log';
import { ChangeListener, DatabaseUrl } from './change-listener';
import { ConnectRetry, NO_PATIENCE } from './startup/connect-retry';
import { ConnectionWatch } from './connection-watch';
import { createDataSource, type DataSourceOptions } from './data-source';
import { Database } from './database';
import { DatabaseMetrics } from './metrics/database-metrics';
import { DatabasePing } from './database-ping';
import { LookupConnection } from './lookups/lookup-connection';
import { migrate } from './migrations/migrate';
import { OpenConnections } from './open-connections';
import { Partitions } from './partitions/partitions';
import { ProcessSignals } from './process-signals';
import { ReadDatabase } from './replica/read-database';
import { ReadReplica } from './replica/read-replica';
import { ReplicaWatch } from './replica/replica-watch';
import { TenantConnectionLimiter } from './tenant-connection-limiter';
import { TransactionRunner } from './transaction-runner';

@Global()
@Module({})
export class DatabaseModule {
  static at(url: string, { poolSize }: DatabaseConfig, log: Log, patience = NO_PATIENCE): DynamicModule {
    const connections = new OpenConnections();
    const openConnections = { provide: OpenConnections, useValue: connections };
    const retry = new ConnectRetry(log, patience);
    const connectRetry = { provide: ConnectRetry, useValue: retry };
    const databaseUrl = { provide: DatabaseUrl, useValue: { value: url } };
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          useFactory: () => ({ autoLoadEntities: true, retryAttempts: 0, type: 'postgres' as const }),
          dataSourceFactory: (options) =>
            connect(log, retry, {
              url,
              poolSize,
              entities: options?.entities as Entities,
              onConnect: connections.add,
            }),
        }),
      ],
      providers: [
        connectRetry,
        databaseUrl,
        openConnections,
        ChangeListener,
        ConnectionWatch,
        Database,
        DatabaseMetrics,
        DatabasePing,
        LookupConnection,
        Partitions,
        ProcessSignals,
        ReadDatabase,
        ReadReplica,
        ReplicaWatch,
        TenantConnectionLimiter,
        TransactionRunner,
      ],
      exports: [
        connectRetry,
        databaseUrl,
        openConnections,
        Database,
        DatabasePing,
        Partitions,
        ProcessSignals,
        ReadDatabase,
        ReadReplica,
        ReplicaWatch,
        TransactionRunner,
      ],
    };
  }
}

type Entities = (abstract new () => object)[];

async function connect(log: Log, retry: ConnectRetry, options: DataSourceOptions): Promise<DataSource> {
  await retry.run(() => migrate(options.url, (message, details) => log.info(message, details)));
  return retry.run(() => createDataSource(options).initialize());
}
