import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { ChangeFeed } from '../cache/change-feed';
import { Log } from '../logging/log';
import { KEEP_ALIVE } from './data-source';
import { OpenConnections } from './open-connections';

const RECONNECT_MS = 500;
/** A connection that only listens does not notice that it is dead; a statement every five seconds does. */
const HEARTBEAT_MS = 5_000;

export abstract class DatabaseUrl {
  abstract readonly value: string;
}

/** The one connection of this process that listens for other replicas' changes; reconnects when it breaks. */
@Injectable()
export class ChangeListener implements OnApplicationBootstrap, OnApplicationShutdown {
  private client: pg.Client | null = null;
  private isClosing = false;
  private timer: NodeJS.Timeout | null = null;
  private heartbeat: NodeJS.Timeout | null = null;

  constructor(
    private readonly url: DatabaseUrl,
    private readonly connections: OpenConnections,
    private readonly feed: ChangeFeed,
    private readonly log: Log,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.connect();
    // The listeners of `error` handle a failure.
    const beat = () => void this.client?.query('select 1').catch(() => undefined);
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
      ...KEEP_ALIVE,
    });
    client.on('error', (error) => this.lose(client, error));
    client.on('end', () => this.lose(client));
    client.on('notification', ({ payload }) => this.feed.publish([payload ?? '']));
    this.client = client;
    try {
      await client.connect();
      await this.connections.add(client);
      await client.query('listen trestle_changes');
      this.feed.connected();
    } catch (error) {
      this.lose(client, error);
    }
  }

  private lose(client: pg.Client, error?: unknown): void {
    if (this.client !== client || this.isClosing) return;
    this.client = null;
    this.feed.lost();
    this.log.warn('change feed lost, reconnecting', { error });
    client.end().catch(() => undefined);
    this.timer = setTimeout(() => void this.connect(), RECONNECT_MS);
    this.timer.unref();
  }
}
