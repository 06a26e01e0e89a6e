import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg, { type Submittable } from 'pg';
import { Log } from '../../logging/log';
import { DatabaseUrl } from '../change-listener';
import { CONNECTION_TIMEOUT_MS, SESSION } from '../data-source';
import { isShutdown } from '../database-errors';
import type { Answered, Sender } from '../named-query';
import { OpenConnections } from '../open-connections';

/** More reads would wait longer for each other than for a connection of the pool. */
const MAX_IN_PROGRESS = 16;
/** After this time, the read that is in progress is not a short one. */
const SHORT_MS = 20;
const RECONNECT_MS = 1_000;

/**
 * One connection for short reads by key. Each is sent without waiting for the responses to the previous ones, and those of one turn of
 * the event loop in one message, so that many concurrent calls wake the server and this process less often (decision 0157).
 */
@Injectable()
export class LookupConnection implements Sender, OnApplicationShutdown {
  private client: pg.Client | null = null;
  private isConnected = false;
  private isClosing = false;
  private connectAfterMs = 0;
  private isCorked = false;
  /** When the reads in progress were sent; the server responds in the same order. */
  private sentAtMs: number[] = [];

  constructor(
    private readonly url: DatabaseUrl,
    private readonly connections: OpenConnections,
    private readonly log: Log,
  ) {}

  /**
   * False when a connection of the pool responds sooner: while this one connects, is lost, is busy, or executes a slow read. A missing
   * connection is opened for later reads.
   */
  get isUsable(): boolean {
    if (!this.isConnected) {
      if (this.client === null) this.connect();
      return false;
    }
    const [oldest] = this.sentAtMs;
    if (oldest === undefined) return true;
    return this.sentAtMs.length < MAX_IN_PROGRESS && performance.now() - oldest < SHORT_MS;
  }

  query(read: Submittable, answered: Answered): void {
    const { sentAtMs } = this;
    const client = this.client!;
    this.cork();
    sentAtMs.push(performance.now());
    (client as unknown as Sender).query(read, (error, result) => {
      sentAtMs.shift();
      // The server closes the connection after this response.
      if (error !== null && isShutdown(error)) this.lose(client, error);
      answered(error, result);
    });
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    this.isConnected = false;
    await this.client?.end().catch(() => undefined);
  }

  /** What is written in this turn of the event loop is sent at its end. */
  private cork(): void {
    if (this.isCorked) return;
    const { stream } = this.client!.connection;
    this.isCorked = true;
    stream.cork();
    setImmediate(() => {
      this.isCorked = false;
      stream.uncork();
    });
  }

  private connect(): void {
    if (this.isClosing || performance.now() < this.connectAfterMs) return;
    this.connectAfterMs = performance.now() + RECONNECT_MS;
    const client = new pg.Client({
      connectionString: this.url.value,
      ...SESSION,
      options: `${SESSION.options} -c default_transaction_read_only=on`,
      application_name: 'trestle-lookups',
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      pipeline: true,
    });
    this.client = client;
    this.sentAtMs = [];
    client.on('error', (error) => this.lose(client, error));
    client.on('end', () => this.lose(client));
    client
      .connect()
      .then(() => this.connections.add(client))
      .then(
        () => (this.isConnected = this.client === client && !this.isClosing),
        (error) => this.lose(client, error),
      );
  }

  private lose(client: pg.Client, error?: unknown): void {
    if (this.client !== client || this.isClosing) return;
    this.client = null;
    this.isConnected = false;
    this.log.warn('connection for lookups lost', { error });
    client.end().catch(() => undefined);
  }
}
