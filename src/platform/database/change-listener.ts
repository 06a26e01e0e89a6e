import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { ChangeFeed } from '../cache/change-feed';
import { Log } from '../logging/log';
import { KEEP_ALIVE } from './data-source';
import { OpenConnections } from './open-connections';
import { ProcessSignals, type Signal } from './process-signals';

const RECONNECT_MS = 500;
/** A connection that only listens does not notice that it is dead; a statement every five seconds does. */
const HEARTBEAT_MS = 5_000;

export abstract class DatabaseUrl {
  abstract readonly value: string;
}

const CHANGES = 'trestle_changes';
const SIGNALS = 'trestle_signals';

/**
 * The one connection of this process that listens for other replicas' changes and signals, and sends signals to them;
 * reconnects when it breaks.
 */
@Injectable()
export class ChangeListener implements OnApplicationBootstrap, OnApplicationShutdown {
  private client: pg.Client | null = null;
  /** The last statement of the client: each one waits for the previous one, as pg requires. */
  private sent: Promise<unknown> = Promise.resolve();
  private isClosing = false;
  private timer: NodeJS.Timeout | null = null;
  private heartbeat: NodeJS.Timeout | null = null;

  constructor(
    private readonly url: DatabaseUrl,
    private readonly connections: OpenConnections,
    private readonly feed: ChangeFeed,
    private readonly signals: ProcessSignals,
    private readonly log: Log,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.connect();
    const beat = () => this.client && this.send(this.client, 'select 1');
    this.heartbeat = setInterval(beat, HEARTBEAT_MS);
    this.heartbeat.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    if (this.timer) clearTimeout(this.timer);
    if (this.heartbeat) clearInterval(this.heartbeat);
    await this.client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url.value,
      application_name: 'trestle-changes',
      connectionTimeoutMillis: 5_000,
      // A notification needs no disk. Its commit would otherwise write and flush a record that writers wait behind.
      options: '-c synchronous_commit=off',
      ...KEEP_ALIVE,
    });
    client.on('error', (error) => this.lose(client, error));
    client.on('end', () => this.lose(client));
    client.on('notification', ({ channel, payload = '', processId }) => {
      if (channel === CHANGES) this.feed.publish([payload]);
      // This process has raised its own signals already.
      else if (processId !== ownProcessId(client)) this.signals.receive(payload as Signal);
    });
    this.client = client;
    try {
      await client.connect();
      await this.connections.add(client);
      await client.query(`listen ${CHANGES}; listen ${SIGNALS}`);
      this.feed.connected();
      this.sent = Promise.resolve();
      this.signals.connect((signal) => this.send(client, 'select pg_notify($1, $2)', [SIGNALS, signal]));
    } catch (error) {
      this.lose(client, error);
    }
  }

  private send(client: pg.Client, text: string, values: unknown[] = []): void {
    // The listeners of `error` handle a failure, and processes that miss a signal poll.
    this.sent = this.sent.then(() => client.query(text, values)).catch(() => undefined);
  }

  private lose(client: pg.Client, error?: unknown): void {
    if (this.client !== client || this.isClosing) return;
    this.client = null;
    this.feed.lost();
    this.signals.connect(null);
    this.log.warn('change feed lost, reconnecting', { error });
    client.end().catch(() => undefined);
    this.timer = setTimeout(() => void this.connect(), RECONNECT_MS);
    this.timer.unref();
  }
}

function ownProcessId(client: pg.Client): number {
  return (client as unknown as { processID: number }).processID;
}
