import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { ChangeFeed } from '../cache/change-feed';
import { Log } from '../logging/log';

const RECONNECT_MS = 500;

export abstract class DatabaseUrl {
  abstract readonly value: string;
}

/** Holds the one connection of this process that listens for other replicas' changes, and renews it when it breaks. */
@Injectable()
export class ChangeListener implements OnApplicationBootstrap, OnApplicationShutdown {
  private client: pg.Client | null = null;
  private isClosing = false;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly url: DatabaseUrl,
    private readonly feed: ChangeFeed,
    private readonly log: Log,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.connect();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    if (this.timer) clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url.value,
      application_name: 'trestle-changes',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    client.on('error', (error) => this.lose(client, error));
    client.on('end', () => this.lose(client));
    client.on('notification', ({ payload }) => this.feed.announce([payload ?? '']));
    this.client = client;
    try {
      await client.connect();
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
