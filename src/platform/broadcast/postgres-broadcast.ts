import type { OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import type { DatabaseUrl } from '../database/change-listener';
import { KEEP_ALIVE } from '../database/data-source';
import type { OpenConnections } from '../database/open-connections';
import type { Log } from '../logging/log';
import { BatchedBroadcast } from './batched-broadcast';

const CHANNEL = 'trestle_broadcast';
/** A NOTIFY contains less than 8,000 bytes. */
const MAX_BYTES = 7_900;
const RECONNECT_MS = 500;
/** A connection that only listens does not notice that it is dead; a statement does. */
const HEARTBEAT_MS = 5_000;

/** Broadcasts with LISTEN and NOTIFY on a connection of its own, for installations without Redis. */
export class PostgresBroadcast extends BatchedBroadcast implements OnApplicationShutdown {
  private client: pg.Client | null = null;
  private isClosing = false;
  private reconnecting: NodeJS.Timeout | null = null;
  private heartbeat: NodeJS.Timeout | null = null;

  constructor(
    private readonly url: DatabaseUrl,
    private readonly connections: OpenConnections,
    private readonly log: Log,
  ) {
    super(MAX_BYTES);
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    if (this.reconnecting) clearTimeout(this.reconnecting);
    if (this.heartbeat) clearInterval(this.heartbeat);
    await this.client?.end().catch(() => undefined);
  }

  protected open(): void {
    void this.connect();
    const beat = () => void this.client?.query('select 1').catch(() => undefined);
    this.heartbeat = setInterval(beat, HEARTBEAT_MS);
    this.heartbeat.unref();
  }

  protected async transmit(text: string): Promise<void> {
    await this.client?.query('select pg_notify($1, $2)', [CHANNEL, text]);
  }

  private async connect(): Promise<void> {
    if (this.isClosing) return;
    const client = new pg.Client({
      connectionString: this.url.value,
      application_name: 'trestle-broadcast',
      connectionTimeoutMillis: 5_000,
      ...KEEP_ALIVE,
    });
    client.on('error', (error) => this.lose(client, error));
    client.on('end', () => this.lose(client));
    client.on('notification', ({ payload = '' }) => this.receive(payload));
    this.client = client;
    try {
      await client.connect();
      await this.connections.add(client);
      await client.query(`listen ${CHANNEL}`);
      this.connected();
    } catch (error) {
      this.lose(client, error);
    }
  }

  private lose(client: pg.Client, error?: unknown): void {
    if (this.client !== client || this.isClosing) return;
    this.client = null;
    this.log.warn('broadcast connection lost, reconnecting', { error });
    client.end().catch(() => undefined);
    this.reconnecting = setTimeout(() => void this.connect(), RECONNECT_MS);
    this.reconnecting.unref();
  }
}
