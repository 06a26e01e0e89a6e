import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ProcessConfig } from '../config/process.config';
import { Database, NO_TRANSACTION } from '../database/database';
import { statement } from '../database/statement';
import type { DatabaseContext } from '../database/transaction';
import { TransactionRunner } from '../database/transaction-runner';
import { Log } from '../logging/log';
import { METRICS } from './catalogue';
import type { GaugeDefinition } from './metric-definition';
import { type GaugeMetric, Metrics } from './metrics';

/** Scrapes that follow each other sooner get the same figures: several servers can scrape, and a large queue is slow to count. */
const GOOD_FOR_MS = 5_000;
/** Together with the ping of the database below the ten seconds after which a server gives up a scrape by default. */
const TIMEOUT_MS = 3_000;

const STATEMENT_TIMEOUT = statement('figures.impatience', `set local statement_timeout = '2s'`);

interface FigureSource {
  readonly figures: string;
  readonly gauges: readonly GaugeMetric<string>[];
  read(context: DatabaseContext): Promise<void>;
}

/**
 * Figures of the whole installation that are read from the database, in processes that have the worker role: each of them has the
 * same ones, and a process that serves calls must not pay for them. A database that is down delays no scrape.
 */
@Injectable()
export class InstallationFigures {
  private readonly sources: FigureSource[] = [];
  private reading: Promise<void> | null = null;
  private readAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly metrics: Metrics,
    private readonly process: ProcessConfig,
    private readonly database: Database,
    private readonly transactions: TransactionRunner,
    private readonly log: Log,
  ) {
    metrics.beforeExposition(() => this.refresh());
  }

  /** `read` sets the gauges, with statements in the given context. After a failure they are missing, not outdated. */
  add<Gauges extends readonly GaugeDefinition<string>[]>(
    figures: string,
    gauges: Gauges,
    read: (context: DatabaseContext) => Promise<void>,
  ): void {
    if (!this.process.has('worker')) return;
    this.sources.push({ figures, gauges: gauges.map((each) => this.metrics.gauge(each)), read });
  }

  private async refresh(): Promise<void> {
    if (this.sources.length === 0 || performance.now() - this.readAtMs < GOOD_FOR_MS) return;
    this.reading ??= this.readAll().finally(() => (this.reading = null));
    const isRead = new AbortController();
    const tooLate = delay(TIMEOUT_MS, undefined, { signal: isRead.signal, ref: false }).catch(
      () => undefined,
    );
    await Promise.race([this.reading, tooLate]);
    isRead.abort();
  }

  /** One after the other, so that they never use more than one connection. */
  private async readAll(): Promise<void> {
    let isComplete = true;
    // Until they are read again: this read can take longer than the scrape that has begun it.
    for (const source of this.sources) this.forget(source);
    for (const source of this.sources) {
      try {
        await this.transactions.runQuietly(NO_TRANSACTION, async (tx) => {
          await this.database.query(tx, STATEMENT_TIMEOUT, []);
          await source.read(tx);
        });
        this.metrics.gauge(METRICS.figuresUp).set({ figures: source.figures }, 1);
      } catch (error) {
        isComplete = false;
        this.forget(source);
        this.log.warn('figures for metrics could not be read', { figures: source.figures, error });
      }
    }
    if (isComplete) this.readAtMs = performance.now();
  }

  private forget({ figures, gauges }: FigureSource): void {
    this.metrics.gauge(METRICS.figuresUp).set({ figures }, 0);
    for (const each of gauges) each.forget();
  }
}
