import type { Json } from '../../kernel/json';
import { newUuid } from '../crypto/random';
import { Broadcast, type BroadcastListener } from './broadcast';
import { MessageBatches } from './message-batches';

/** Messages of this time share a transmission: each NOTIFY serializes with the commits of all processes. */
const PAUSE_MS = 30;

/** What both transports have in common: batches, and the listeners of this process. */
export abstract class BatchedBroadcast extends Broadcast {
  private readonly listeners: { listener: BroadcastListener; onConnect: () => void }[] = [];
  private readonly batches: MessageBatches;
  private timer: NodeJS.Timeout | null = null;

  constructor(maxBytes: number) {
    super();
    this.batches = new MessageBatches(newUuid(), maxBytes);
  }

  send(message: Json): void {
    this.batches.add(message);
    if (this.timer !== null) return;
    this.timer = setTimeout(() => void this.flush(), PAUSE_MS);
    this.timer.unref();
  }

  listen(listener: BroadcastListener, onConnect: () => void): void {
    this.listeners.push({ listener, onConnect });
    if (this.listeners.length === 1) this.open();
  }

  async flush(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    // A message that cannot be sent is lost.
    for (const text of this.batches.take()) await this.transmit(text).catch(() => undefined);
  }

  protected connected(): void {
    for (const { onConnect } of this.listeners) onConnect();
  }

  protected receive(text: string): void {
    const messages = this.batches.read(text);
    if (messages.length === 0) return;
    for (const { listener } of this.listeners) listener(messages);
  }

  protected abstract open(): void;
  protected abstract transmit(text: string): Promise<void>;
}
