import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { METRICS } from '../../metrics/catalogue';
import { Metrics } from '../../metrics/metrics';
import { DatabasePing } from '../database-ping';
import { poolOf } from '../pool-of';
import { ReadDatabase } from '../replica/read-database';
import { ReadReplica } from '../replica/read-replica';
import { ReplicaWatch } from '../replica/replica-watch';
import { statementFailures } from './statement-failures';

/** What this process sees of the database and of the read replica. */
@Injectable()
export class DatabaseMetrics {
  private readonly pool: Pool;

  constructor(
    @Inject(DataSource) dataSource: DataSource,
    private readonly metrics: Metrics,
    private readonly ping: DatabasePing,
    private readonly reads: ReadDatabase,
    private readonly replica: ReadReplica,
    private readonly watch: ReplicaWatch,
  ) {
    this.pool = poolOf(dataSource);
    metrics.beforeExposition(() => this.readPool());
    metrics.beforeExposition(() => this.readPing());
    if (replica.isConfigured) metrics.beforeExposition(() => this.readReplica());
  }

  private readPool(): void {
    const { totalCount, idleCount, waitingCount, options } = this.pool;
    this.metrics.gauge(METRICS.poolSize).set({}, options.max!);
    const connections = this.metrics.gauge(METRICS.poolConnections);
    connections.set({ state: 'used' }, totalCount - idleCount);
    connections.set({ state: 'idle' }, idleCount);
    this.metrics.gauge(METRICS.poolWaiting).set({}, waitingCount);
    const errors = this.metrics.counter(METRICS.databaseErrors);
    errors.reset();
    for (const [cause, count] of statementFailures.counts) errors.inc({ cause }, count);
  }

  private async readPing(): Promise<void> {
    const isUp = await this.ping.ask().then(
      () => 1,
      () => 0,
    );
    this.metrics.gauge(METRICS.databaseUp).set({}, isUp);
  }

  private readReplica(): void {
    const { lagMs } = this.watch.state;
    this.metrics.gauge(METRICS.replicaUp).set({}, this.replica.isUsable ? 1 : 0);
    const lag = this.metrics.gauge(METRICS.replicaLag);
    if (lagMs === null) lag.forget();
    else lag.set({}, lagMs / 1000);
    const reads = this.metrics.counter(METRICS.replicaReads);
    reads.reset();
    reads.inc({ server: 'replica' }, this.reads.served.replica);
    reads.inc({ server: 'primary' }, this.reads.served.primary);
  }
}
