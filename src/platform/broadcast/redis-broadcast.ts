import type { OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Log } from '../logging/log';
import { BatchedBroadcast } from './batched-broadcast';

const CHANNEL = 'trestle:broadcast';
const MAX_BYTES = 60_000;
/** A connection that only receives cannot distinguish silence from loss. One that does not respond to a ping is replaced. */
const PING_EVERY_MS = 3_000;

/** Broadcasts with the publish and subscribe commands of Redis. */
export class RedisBroadcast extends BatchedBroadcast implements OnApplicationShutdown {
  private subscription: Redis | null = null;
  private isSubscribed = false;
  private pings: NodeJS.Timeout | null = null;

  constructor(
    private readonly redis: Redis,
    private readonly log: Log,
  ) {
    super(MAX_BYTES);
  }

  onApplicationShutdown(): void {
    if (this.pings) clearInterval(this.pings);
    this.subscription?.disconnect();
  }

  protected open(): void {
    // A connection that subscribes can send no other command. The library fails twice when the connection breaks again
    // while it is established: without the check for readiness it never reconnects, and with its own renewal of subscriptions
    // it causes an unhandled rejection, which ends the process.
    const subscription = this.redis.duplicate({ commandTimeout: undefined, autoResubscribe: false });
    this.subscription = subscription;
    subscription.on('error', (error: Error) => this.log.warn('redis is away', { reason: error.message }));
    subscription.on('message', (_channel, text) => this.receive(text));
    subscription.on('close', () => {
      this.isSubscribed = false;
    });
    subscription.on('ready', () => void this.subscribe(subscription));
    this.pings = setInterval(() => {
      if (this.isSubscribed) subscription.ping().catch(() => undefined);
    }, PING_EVERY_MS);
    this.pings.unref();
    // What was sent while the other connection was away is lost.
    this.redis.on('ready', () => {
      if (this.isSubscribed) this.connected();
    });
  }

  protected async transmit(text: string): Promise<void> {
    await this.redis.publish(CHANNEL, text);
  }

  private async subscribe(subscription: Redis): Promise<void> {
    try {
      await subscription.subscribe(CHANNEL);
    } catch {
      // The connection has broken, and will be ready again.
      return;
    }
    this.isSubscribed = true;
    this.connected();
  }
}
