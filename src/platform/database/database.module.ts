import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { DatabaseConfig } from '../config/database.config';
import { ChangeListener, DatabaseUrl } from './change-listener';
import { createDataSource } from './data-source';
import { Database } from './database';
import { DatabasePing } from './database-ping';
import { migrate } from './migrate';
import { OrganizationShares } from './organization-shares';
import { TransactionRunner } from './transaction-runner';

@Global()
@Module({})
export class DatabaseModule {
  static at(url: string, { poolSize }: DatabaseConfig): DynamicModule {
    const databaseUrl = { provide: DatabaseUrl, useValue: { value: url } };
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          useFactory: () => ({ autoLoadEntities: true, retryAttempts: 0, type: 'postgres' as const }),
          dataSourceFactory: (options) => connect(url, poolSize, options?.entities as Entities),
        }),
      ],
      providers: [databaseUrl, ChangeListener, Database, DatabasePing, OrganizationShares, TransactionRunner],
      exports: [databaseUrl, Database, DatabasePing, TransactionRunner],
    };
  }
}

type Entities = (abstract new () => object)[];

async function connect(url: string, poolSize: number, entities: Entities): Promise<DataSource> {
  const dataSource = createDataSource({ url, poolSize, entities });
  await dataSource.initialize();
  await migrate(dataSource);
  return dataSource;
}
